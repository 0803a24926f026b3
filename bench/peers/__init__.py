"""The peers, one file each, driven the fastest way their users have, in the environment that environment.py builds."""
