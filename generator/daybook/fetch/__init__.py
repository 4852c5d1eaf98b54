"""The network and nothing else: one polite client, and what is asked of each service. What comes back is bytes.

wire.py is the one door to the HTTP library; services.py says which addresses are asked, and how often.
"""
