"""MkDocs loads this file by its path (`hooks:` in mkdocs.yml) and calls the handlers of `events`."""

from daybook.site import events

globals().update({name: handler for name, handler in vars(events).items() if name.startswith("on_")})
