"""Tables of what a benchmark has measured: as Markdown, and as the files that documents quote (Scripts/figures.py)."""

import datetime
import json
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent


def text(table, digits=2):
    """The same table with a dash for each value that there is none of."""
    return {name: {column: "-" if value is None else f"{value:.{digits}f}" for column, value in values.items()}
            for name, values in table.items()}


def show(unit, table):
    columns = list(next(iter(table.values())))
    print(f"| {unit} | {' | '.join(columns)} |\n|---|{'---:|' * len(columns)}")
    for name, values in table.items():
        print(f"| {name} | {' | '.join(str(values[column]) for column in columns)} |")
    print(flush=True)


def write(name, command, unit, table, bold=None, values=None):
    """Writes Benchmarks/figures/NAME.json. Bold: for some columns whether their most or least is best. Values: what sentences name."""
    commit = subprocess.run(
        ["git", "log", "-1", "--format=%h", "--", "Sources"], cwd=ROOT, capture_output=True, text=True, check=True)
    figures = {
        "measured": datetime.date.today().isoformat(), "commit": commit.stdout.strip(), "command": command, "unit": unit,
        "columns": list(next(iter(table.values()))), "bold": bold or {}, "rows": table}
    if values:
        figures["values"] = values
    path = ROOT / "Benchmarks" / "figures" / f"{name}.json"
    path.write_text(json.dumps(figures, indent=2, ensure_ascii=False) + "\n")
