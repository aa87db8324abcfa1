"""The same clips give the same readings in the browser's audio thread as in the native build."""

import os
import pathlib
import shutil
import tempfile
import unittest

from browser import ROOT, SITE, common_browser
from site_server import SiteServer

GOLDEN = pathlib.Path(os.environ.get("KAMMERTON_GOLDEN") or ROOT / ".build-web" / "golden")


@unittest.skipUnless(GOLDEN.is_dir(), "Scripts/test-web.sh makes the clips")
class Golden(unittest.TestCase):
    def test_readings_are_those_of_the_native_build_to_the_bit(self):
        with tempfile.TemporaryDirectory() as folder:
            site = pathlib.Path(folder) / "site"
            shutil.copytree(SITE, site)
            shutil.copytree(GOLDEN, site / "golden")
            shutil.copy(ROOT / "Tests" / "Web" / "golden.js", site / "golden")
            with SiteServer(site) as server:
                page = common_browser().new_page()
                self.addCleanup(page.close)
                page.goto(server.url)
                clips = sorted(path.stem for path in GOLDEN.glob("*.json"))
                self.assertEqual(len(clips), 10)
                for clip in clips:
                    with self.subTest(clip):
                        result = page.evaluate(
                            """async (clip) => {
                              const { compareWithNative } = await import('/golden/golden.js');
                              return compareWithNative('/engine/engine.js', `/golden/${clip}`);
                            }""",
                            clip,
                        )
                        self.assertGreater(result["compared"], 10)
                        self.assertEqual(result["others"], [])


if __name__ == "__main__":
    unittest.main()
