"""How much each parameter of the default tracker matters; called by sensitivity.sh, which says what it needs.

The parameters are read from the sources, so that this script has no copy of them. A scratch copy of the sources reads
them from the environment when it starts: one build serves all variants, and its default readings have the same bits as
those of the program, only more slowly.
"""

import argparse
import concurrent.futures
import datetime
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

import numpy as np

import accuracy
import noises

ROOT = pathlib.Path(__file__).resolve().parent.parent
PARAMETERS = "Sources/Core/PitchEstimation/Parameters"
DECIDING = ("Sources/Core/PitchEstimation", "Sources/Core/SignalProcessing")  # Rows of other sources are not kept.
FIGURES = ROOT / "Benchmarks" / "figures" / "sensitivity.json"
SCRATCH = ROOT / ".build-sensitivity"
TRAINED = "Inputs."  # The scorer's weights belong to these: a variant needs other weights.
QUICK = 4  # Every so many clips.
STAGE = re.compile(r"  enum (\w+) \{")
CONSTANT = re.compile(r"    static let (\w+)(: Float)? = ([-0-9_.e]+)$")
NOISE_SECONDS = 30
READER = """import Foundation

/// The parameter of this run that differs from the sources.
enum Variant {
  private static let words = ProcessInfo.processInfo.environment["KAMMERTON_VARIANT"]?.split(separator: "=").map(String.init)

  static func value<Number: LosslessStringConvertible>(_ name: String, _ value: Number) -> Number {
    guard let words, words.count == 2, words[0] == name else { return value }
    guard let other = Number(words[1]) else { fatalError("not a value of " + name + ": " + words[1]) }
    return other
  }
}
"""


class Parameter:
    def __init__(self, name, path, line, text):
        self.name, self.path, self.line, self.text = name, path, line, text
        self.value = float(text)
        self.is_whole = "." not in text and "e" not in text and ": Float" not in path.read_text().split("\n")[line]

    def times(self, factor):
        """The text of the value times a factor: of a whole number, at least 1 away."""
        if not self.is_whole:
            return repr(float(f"{self.value * factor:.12g}"))
        step = max(1, round(abs(self.value * (factor - 1))))
        return str(int(self.value) + (step if factor > 1 else -step))


def parameters():
    found = []
    for path in sorted((ROOT / PARAMETERS).glob("*.swift")):
        stage = None
        for line, text in enumerate(path.read_text().split("\n")):
            if match := STAGE.fullmatch(text):
                stage = match[1]
            elif match := CONSTANT.fullmatch(text):
                found.append(Parameter(f"{stage}.{match[1]}", path, line, match[3]))
    return found


def say(text):
    print(f"sensitivity: {text}", file=sys.stderr, flush=True)


def fingerprint():
    """What the readings depend on: the sources of the tracker, and how they are scored."""
    digest = hashlib.sha256()
    for folder in DECIDING:
        for path in sorted((ROOT / folder).rglob("*.swift")):
            # A comment moves no reading.
            digest.update(re.sub(r"^\s*//.*$", "", path.read_text(), flags=re.M).encode())
    digest.update((ROOT / "Benchmarks" / "accuracy.py").read_bytes())
    return digest.hexdigest()[:16]


def copy_sources():
    """Brings the scratch copy up to date, and leaves alone what is the same, so that it is not built again."""
    listed = subprocess.run(["git", "ls-files", "Package.swift", "Sources", "Tools", "Tests"], cwd=ROOT,
                            capture_output=True, text=True, check=True)
    wanted = [name for name in listed.stdout.split("\n")
              if name and (ROOT / name).is_file() and not name.startswith(PARAMETERS)]
    for name in wanted:
        source, target = ROOT / name, SCRATCH / "copy" / name
        if not target.exists() or target.read_bytes() != source.read_bytes():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)
    kept = {SCRATCH / "copy" / name for name in wanted}
    for folder in ("Sources", "Tools", "Tests"):
        for path in (SCRATCH / "copy" / folder).rglob("*"):
            if path.is_file() and path not in kept and path.parent != SCRATCH / "copy" / PARAMETERS:
                path.unlink()


def build():
    """A program whose parameters come from the environment: `KAMMERTON_VARIANT=Path.leapCost=0.48`."""
    copy_sources()
    for path in {parameter.path for parameter in parameters()}:
        lines = path.read_text().split("\n")
        for parameter in parameters():
            if parameter.path == path:
                lines[parameter.line] = lines[parameter.line].replace(
                    f"= {parameter.text}", f'= Variant.value("{parameter.name}", {parameter.text})')
        text = "\n".join(lines)
        target = SCRATCH / "copy" / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.exists() or target.read_text() != text:
            target.write_text(text)
    reader = SCRATCH / "copy" / PARAMETERS / "Variant.swift"
    if not reader.exists() or reader.read_text() != READER:
        reader.write_text(READER)
    # One package is enough for `track`.
    environment = {**os.environ, "KAMMERTON_TUNER_ONLY": "1"}
    run = subprocess.run(["swift", "build", "-c", "release", "--traits", "Services", "--product", "kammerton"],
                         cwd=SCRATCH / "copy", capture_output=True, text=True, env=environment)
    if run.returncode:
        sys.exit("sensitivity: the copy does not build:\n" + run.stdout[-3000:] + run.stderr[-3000:])
    return SCRATCH / "copy" / ".build" / "release" / "kammerton"


def subset(data, folder):
    """A folder like DATA with every fourth clip of each set."""
    for name in accuracy.SETS:
        if not (data / name).is_dir():
            continue
        meta = json.loads((data / name / "meta.json").read_text())
        meta = meta.get("clips", meta)
        (folder / name).mkdir(parents=True)
        clips = [clip for clip in sorted(meta) if isinstance(meta[clip], dict)][::QUICK]
        (folder / name / "meta.json").write_text(json.dumps({clip: meta[clip] for clip in clips}))
        for path in (data / name).iterdir():
            if path.name.split(".")[0] in clips:
                (folder / name / path.name).symlink_to(path.resolve())
    return folder


def voiced_in_noise(program, folder):
    """The number of voiced readings in white, pink and brown noise, which have no pitch, in both ranges of noises.py."""
    jobs = []
    for make in (noises.white, noises.pink, noises.brown):
        path = folder / f"{make.__name__}.wav"
        noises.write(path, make(np.random.default_rng(7), NOISE_SECONDS * noises.RATE))
        jobs += [(path, limits) for limits in noises.RANGES]

    def count(job):
        path, limits = job
        run = subprocess.run([program, "track", "--range", limits, "--unvoiced", "negative", path],
                             capture_output=True, text=True, check=True)
        cells = (line.split(",") for line in run.stdout.splitlines()[1:])
        return sum(float(cell[1]) > 0 for cell in cells if len(cell) > 1)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return sum(pool.map(count, jobs))


def score(program, data, variant):
    """The figures of each set, in per cent, and the voiced readings in noise."""
    command = f"{program} track --range {{low}}..{{high}} --unvoiced negative {{wav}} >{{csv}}"
    result = {}
    os.environ["KAMMERTON_VARIANT"] = variant
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        for name in accuracy.SETS:
            if (data / name).is_dir():
                values, _, _ = accuracy.measure(data / name, "variant", command, work)
                result[name] = {column: 100 * float(values[column]) for column in ("RPA50", "RPA10", "OA")}
        result["noise"] = voiced_in_noise(program, work)
    return result


def figure(values):
    """What a set is judged by: the mean of raw pitch accuracy and overall accuracy."""
    return (values["RPA50"] + values["OA"]) / 2


def cells(values, default=None):
    """A row of the table: the figures, or their differences from the default."""
    sets = [name for name in accuracy.SETS if name in values]
    row = {name: figure(values[name]) - (figure(default[name]) if default else 0) for name in sets}
    row["mean"] = sum(row.values()) / len(sets)
    row["RPA10"] = sum(values[name]["RPA10"] - (default[name]["RPA10"] if default else 0) for name in sets) / len(sets)
    form = "{:+.2f}" if default else "{:.2f}"
    row = {name: form.format(value).replace("+0.00", "0.00").replace("-0.00", "0.00") for name, value in row.items()}
    return {**row, "noise": values["noise"]}


def write(state, mode):
    rows = state[mode]
    default = rows["default"]
    table = {"default": cells(default)}
    order = {parameter.name: index for index, parameter in enumerate(parameters())}
    for name in sorted((name for name in rows if name != "default"), key=lambda name: order.get(name.split(" ")[0], 0)):
        parameter, before, after = name.split(" ")
        table[f"`{parameter}` {before} → {after}"] = cells(rows[name], default)
    commit = subprocess.run(["git", "log", "-1", "--format=%h", "--", "Sources"], cwd=ROOT, capture_output=True, text=True)
    FIGURES.write_text(json.dumps({
        "measured": datetime.date.today().isoformat(), "commit": commit.stdout.strip(),
        "command": "Benchmarks/sensitivity.sh DATA" + (" --quick" if mode == "quick" else ""),
        "unit": "per cent; then the change, in points", "columns": list(table["default"]), "rows": table},
        indent=2, ensure_ascii=False) + "\n")


def main():
    parser = argparse.ArgumentParser(prog="sensitivity.sh")
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--only", action="append", metavar="NAME", help="a parameter, or a stage")
    parser.add_argument("--factors", default="0.8,1.25", help="by which each is multiplied")
    parser.add_argument("--quick", action="store_true", help="every fourth clip")
    parser.add_argument("--list", action="store_true", help="list the parameters, and measure nothing")
    parser.add_argument("--limit", type=int, default=10**6, metavar="N", help="stop after so many new rows")
    options = parser.parse_args()
    known = parameters()
    if options.list:
        print("\n".join(f"{parameter.name} {parameter.text}" for parameter in known))
        return
    for name in options.only or []:
        if not any(name in (parameter.name, parameter.name.split(".")[0]) for parameter in known):
            sys.exit(f"sensitivity: there is no parameter or stage {name}: --list shows them")
    chosen = [parameter for parameter in known
              if any(name in (parameter.name, parameter.name.split(".")[0]) for name in options.only or [])
              or not options.only and not parameter.name.startswith(TRAINED)]
    # In the order of --only.
    rank = lambda parameter: min((index for index, name in enumerate(options.only or [])
                                  if name in (parameter.name, parameter.name.split(".")[0])), default=0)
    jobs = [("default", "")]
    for parameter in sorted(chosen, key=rank):
        for factor in map(float, options.factors.split(",")):
            text = parameter.times(factor)
            jobs.append((f"{parameter.name} {parameter.text} {text}", f"{parameter.name}={text}"))
    mode = "quick" if options.quick else "full"
    SCRATCH.mkdir(exist_ok=True)
    kept, mark = SCRATCH / "rows.json", fingerprint()
    state = json.loads(kept.read_text()) if kept.exists() else {}
    if state.get("sources") != mark:
        state = {"sources": mark}
    state.setdefault(mode, {})
    waiting = [job for job in jobs if job[0] not in state[mode]][:options.limit]
    say(f"{len(waiting)} of {len(jobs)} variants to measure")
    with tempfile.TemporaryDirectory() as work:
        data = subset(options.data, pathlib.Path(work)) if options.quick else options.data
        program = build() if waiting else None
        for index, (name, variant) in enumerate(waiting):
            start = time.monotonic()
            state[mode][name] = score(program, data, variant)
            kept.write_text(json.dumps(state, indent=1) + "\n")
            write(state, mode)
            row = cells(state[mode][name], state[mode]["default"])
            say(f"{index + 1}/{len(waiting)} {name}: mean {row['mean']}, within 10 cents {row['RPA10']}, in noise "
                f"{row['noise']} ({time.monotonic() - start:.0f} s)")
    if not waiting and "default" in state[mode]:
        write(state, mode)


if __name__ == "__main__":
    main()
