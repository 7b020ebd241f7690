"""What `manage.py simulate` can measure: a module a subject, with HELP, OPTIONS, `add_arguments` and `run`."""
