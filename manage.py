#!/usr/bin/env python3
"""The one door to Klaverclub: `python3 manage.py up`, `python3 manage.py test`, and every Django command."""

import os
import sys


def main() -> None:
    from klaverclub import bootstrap

    bootstrap.ensure(sys.argv)  # a bare Python goes on inside .venv and does not come back here
    bootstrap.take_data_option(sys.argv)
    if sys.argv[1:2] == ["up"]:
        bootstrap.check_data_folder()
    testing = sys.argv[1:2] == ["test"]
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings" if testing else "klaverclub.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
