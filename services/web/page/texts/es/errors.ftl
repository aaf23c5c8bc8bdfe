### Refusals of the platform, and what to do.
