"""MkDocs loads this file by its path (`hooks:` in mkdocs.yml) and calls these handlers."""

from generator.site.events import (
    on_build_error,
    on_config,
    on_env,
    on_files,
    on_page_content,
    on_page_context,
    on_post_build,
    on_template_context,
)

__all__ = [
    "on_build_error",
    "on_config",
    "on_env",
    "on_files",
    "on_page_content",
    "on_page_context",
    "on_post_build",
    "on_template_context",
]
