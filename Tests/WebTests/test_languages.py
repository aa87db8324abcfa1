"""The words of the page's language: which are fetched, when, and what happens without them."""

import unittest

from browser import KNOWN, SELDOM, SITE, WATCH, PageTest, common_browser, until
from site_server import SiteServer

# Every language that the page said it was in, and every label of a tab that was there, in their order.
SEEN = """
window.seen = [];
new MutationObserver(() => {
  for (const text of [document.querySelector('[data-tab=tones]')?.textContent, document.documentElement.lang]) {
    if (text && !window.seen.includes(text)) window.seen.push(text);
  }
}).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
"""


def fetched(requests):
    """The languages whose words were asked for, in their order."""
    return [url.rpartition("/")[2].removesuffix(".js") for url in requests if "/app/texts/" in url]


class Languages(PageTest):
    def choose(self, language):
        self.show("settings")
        self.page.select_option("#field-language", language)

    def test_a_german_sees_german_at_once_and_fetches_no_other_language(self):
        page = self.open(script=SEEN, locale="de-AT", is_new=True)
        self.assertEqual(page.text_content("first-run h2"), "Was spielst du?")
        self.assertEqual(page.text_content(".skip"), "Zum Inhalt")
        # The document itself begins in English, before it has any words.
        self.assertEqual(page.evaluate("window.seen"), ["en", "Töne", "de"])
        self.assertEqual(fetched(self.requests), ["de"])
        # The names of instruments are among the words.
        self.assertEqual(page.locator(".answer").nth(0).inner_text(), "Gitarre")
        self.assertFalse(any("instrument-names" in url for url in self.requests))

    def test_a_visitor_with_english_fetches_no_words_beside_the_page(self):
        page = self.open(is_new=True)
        self.assertEqual(page.text_content("first-run h2"), "What do you play?")
        self.assertEqual(fetched(self.requests), [])

    def test_words_are_asked_for_before_the_page_is_there(self):
        for name, fragment, options in [("browser", "", {"locale": "ja-JP"}), ("link", "guitar/language=ja", {})]:
            with self.subTest(name):
                self.leave()
                context = self.browser.new_context(**{"locale": "en-US", "service_workers": "block", **options})
                page = context.new_page()
                held = []
                page.route("**/main.js", lambda route: held.append(route))
                with page.expect_request("**/app/texts/ja.js"):
                    page.goto(f"{self.server.url}#{fragment}", wait_until="commit")
                self.assertEqual(page.locator("app-tabs button").count(), 0)
                until(page, "document.readyState !== 'loading'")
                for route in held:
                    route.continue_()
                page.unroute("**/main.js")
                page.wait_for_selector("[data-tab=tones]")
                self.assertEqual(page.get_attribute("html", "lang"), "ja")
                context.close()

    def test_a_chosen_language_is_shown_when_its_words_have_come_and_is_remembered(self):
        page = self.open(locale="en-US")
        self.choose("fr")
        page.wait_for_selector("html[lang=fr]")
        self.assertEqual(page.text_content("[data-tab=tones]"), "Sons")
        self.assertEqual(page.text_content("settings-panel h1"), "Réglages")
        self.assertEqual(fetched(self.requests), ["fr"])
        self.choose("es")
        page.wait_for_selector("html[lang=es]")
        self.choose("fr")
        page.wait_for_selector("html[lang=fr]")
        self.assertEqual(fetched(self.requests), ["fr", "es"])
        del self.requests[:]
        page.reload()
        page.wait_for_selector("settings-panel h1")
        self.assertEqual(page.get_attribute("html", "lang"), "fr")
        self.assertEqual(fetched(self.requests), ["fr"])
        self.choose("en")
        page.wait_for_selector("html[lang=en]")
        self.assertEqual(page.text_content("[data-tab=tones]"), "Tones")

    def test_the_last_choice_counts_whichever_words_come_first(self):
        page = self.open()
        held = []
        page.route("**/app/texts/fr.js", lambda route: held.append(route))
        page.evaluate("""async () => {
          const { settings } = await import('/app/settings.js');
          settings.set('language', 'fr');
          settings.set('language', 'es');
        }""")
        page.wait_for_selector("html[lang=es]")
        with page.expect_response("**/app/texts/fr.js"):
            held[0].continue_()
        page.evaluate("async () => { await import('/app/texts/fr.js'); await new Promise((done) => { setTimeout(done, 50); }); }")
        self.assertEqual(page.get_attribute("html", "lang"), "es")

    def test_without_the_words_of_its_language_the_page_is_english_and_works(self):
        context = self.browser.new_context(locale="de-DE", service_workers="block")
        self.addCleanup(context.close)
        page = context.new_page()
        page.add_init_script(SELDOM)
        page.add_init_script(KNOWN)
        page.route("**/app/texts/de.js", lambda route: route.abort())
        page.goto(f"{self.server.url}#guitar/simulate")
        page.wait_for_selector("tuner-panel[data-status=listening]")
        self.assertEqual(page.get_attribute("html", "lang"), "en")
        self.assertEqual(page.text_content("[data-tab=tones]"), "Tones")
        page.wait_for_selector("app-notice:not([hidden])")
        self.assertIn("could not be loaded", page.text_content("app-notice"))
        self.page = page
        self.show("settings")
        self.assertEqual(page.text_content("settings-panel h1"), "Settings")
        # When the network is back, so is the language.
        page.unroute("**/app/texts/de.js")
        page.evaluate("dispatchEvent(new Event('online'))")
        page.wait_for_selector("html[lang=de]")
        self.assertEqual(page.text_content("settings-panel h1"), "Einstellungen")
        self.page = None

    def test_a_language_that_does_not_come_leaves_the_page_in_the_one_before(self):
        page = self.open(locale="fr-FR")
        page.route("**/app/texts/de.js", lambda route: route.abort())
        self.choose("de")
        page.wait_for_selector("app-notice:not([hidden])")
        self.assertIn("pas pu être chargée", page.text_content("app-notice"))
        self.assertEqual(page.get_attribute("html", "lang"), "fr")
        self.assertTrue(all("Failed to load" in error for error in self.errors), self.errors)
        self.errors.clear()


class WithoutServer(unittest.TestCase):
    def test_every_language_can_be_chosen_without_a_server(self):
        server = SiteServer(SITE)
        server.__enter__()
        self.addCleanup(server.close)
        context = common_browser().new_context(locale="de-DE")
        self.addCleanup(context.close)
        context.add_init_script(WATCH)
        context.add_init_script(SELDOM)
        context.add_init_script(KNOWN)
        page = context.new_page()
        page.goto(server.url)
        until(page, "navigator.serviceWorker.controller !== null")
        server.close()
        page.goto(f"{server.url}#panel=settings")
        page.reload()
        for language, title in [("ja", "設定"), ("zh-Hans", "设置"), ("fr", "Réglages"), ("es", "Ajustes"), ("en", "Settings"), ("de", "Einstellungen")]:
            page.wait_for_selector("#field-language")
            page.select_option("#field-language", language)
            page.wait_for_selector(f"html[lang={language}]")
            self.assertEqual(page.text_content("settings-panel h1"), title)
            page.reload()
            page.wait_for_selector("settings-panel h1")
            self.assertEqual(page.get_attribute("html", "lang"), language)
        self.assertEqual(page.evaluate("window.violations"), [])


if __name__ == "__main__":
    unittest.main()
