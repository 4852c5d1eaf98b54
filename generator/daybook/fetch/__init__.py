"""The network and nothing else: one polite client, and what is asked of each service. What comes back is bytes.

client.py is the one door to the HTTP library and the retry library; the other modules say which addresses to ask.
"""
