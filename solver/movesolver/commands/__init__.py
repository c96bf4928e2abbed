"""The commands of the command line: a module for each, listed in `verbs`.

A module of this package imports next to nothing at its top: every start of the program, and
every press of the tab key, builds all options.  What a command works with is imported when it
runs.  To add one: a module with a ``VERB`` as in `regain`, and its name in `verbs`.
"""
