"""The network and nothing else: one polite client, and what is asked of each service. What comes back is bytes.

wire.py is the one door to the HTTP library; hosts.py says where services are, what is asked of them, and how often.
"""
