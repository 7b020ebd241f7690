"""LibreOffice as a reader of workbooks that knows nothing of this program."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from openpyxl import Workbook, load_workbook


def without_answers(path: Path, target: Path) -> Path:
    """The same workbook in which no formula has a stored value."""
    with ZipFile(path) as source, ZipFile(target, "w", ZIP_DEFLATED) as made:
        for name in source.namelist():
            data = source.read(name)
            if name.startswith("xl/worksheets/"):
                data = re.sub(rb"(</f>)<v>[^<]*</v>", rb"\1", data)
            made.writestr(name, data)
    return target


def recalculated(paths: Sequence[Path], folder: Path) -> dict[str, Workbook]:
    """By file name the workbooks as LibreOffice calculates them anew, from copies in which nothing is calculated yet."""
    bare = folder / "bare"
    bare.mkdir(exist_ok=True)
    copies = [str(without_answers(path, bare / path.name)) for path in paths]
    out = folder / "calculated"
    profile = f"-env:UserInstallation=file://{folder / 'profile'}"
    command = [
        "soffice",
        profile,
        "--headless",
        "--convert-to",
        "xlsx:Calc MS Excel 2007 XML",
        "--outdir",
        str(out),
    ]
    subprocess.run([*command, *copies], check=True, capture_output=True, timeout=300)
    return {path.name: load_workbook(out / path.name, data_only=True) for path in paths}
