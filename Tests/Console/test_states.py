"""What the console page shows when there is no answer, and when it locks."""

import json
import time
import urllib.parse
import urllib.request

from browser import REAL, TOKENS, Answer, Fault, Page, needs_fake

DAY = "#/connections/conn-7f3a/2024-04-17"
TOKEN = TOKENS.read_text().strip() if REAL else "a" * 40


def failure(status, code, retry=None, **beside):
    """Returns an answer with an error."""
    return Answer(status, code, f"The sentence of {code}.", {"Retry-After": str(retry)} if retry else {}, **beside)


@needs_fake
class States(Page):
    """Each state says what happened and what comes next."""

    def test_loading_appears_after_300_ms(self):
        self.fake.faults = [Fault("worker", delay=4, times=1)]
        begun = time.time()
        self.open("#/worker", "state-loading")
        self.assertGreater(time.time() - begun, 0.3)
        self.wait("stat-uploads")
        self.assertFalse(self.all("state-loading"))

    def test_a_quick_answer_shows_no_loading(self):
        self.fake.faults = [Fault("worker", delay=0.1)]
        self.driver.get("about:blank")
        self.driver.get(self.url + "#/refusals")
        self.wait("refusal")
        self.js(
            "window.seen = 0; new MutationObserver(() => { if (document.querySelector('[data-testid=state-loading]')) seen += 1; }).observe(document.body, { childList: true, subtree: true }); location.hash = '#/worker'"
        )
        self.wait("stat-uploads")
        slowest = self.js("return Math.max(...performance.getEntriesByType('resource').map((one) => one.duration))")
        self.assertTrue(self.js("return seen") == 0 or slowest > 250, f"the slowest answer took {slowest} ms")

    def test_empty_says_what_comes_and_how(self):
        self.fake.faults = [
            Fault("refusals", body={"since": "2024-04-17T06:12:00Z", "refusals": []}),
            Fault("connections", body={"connections": [], "skipped": []}),
        ]
        self.open("#/refusals", "state-empty")
        self.assertIn("appears here when", self.text("state-empty"))
        self.open("#/connections", "state-empty")
        self.assertIn("first upload", self.text("state-empty"))
        self.fake.faults = []
        self.open("#/connections/conn-7f3a/2024-04-25", "state-empty")
        self.assertIn("Nothing on this day", self.text("state-empty"))

    def test_an_error_keeps_the_last_numbers_with_their_time(self):
        self.open("#/worker", "stat-uploads")
        self.fake.faults = [Fault("worker|history", failure(500, "internal"))]
        self.wait("state-error")
        self.assertRegex(self.text("state-error"), r"The sentence of internal\..*from \d\d:\d\d:\d\d UTC")
        self.assertTrue(self.all("stat-uploads"))
        self.fake.faults = []
        self.css("[data-testid=state-error] button")[0].click()
        self.gone("state-error")

    def test_an_error_without_numbers(self):
        self.fake.faults = [Fault("refusals", failure(500, "internal"))]
        self.open("#/refusals", "state-error")
        self.assertIn("The sentence of internal.", self.text("state-error"))

    def test_a_worker_that_does_not_answer_json(self):
        self.fake.faults = [Fault("worker", body=[1])]
        self.open("#/worker", "state-error")

    def test_restoring_asks_again_after_the_time_that_the_worker_names(self):
        for code in ("restoring", "busy", "starting", "leftAlone"):
            self.fake.faults = [
                Fault("connections/conn-7f3a", failure(503, code, 1, **({"restored": 0.41} if code == "restoring" else {})), times=2)
            ]
            self.fake.asked.clear()
            self.open(DAY, "state-restoring")
            if code == "restoring":
                self.assertIn("41 %", self.text("state-restoring"))
            self.gone("state-restoring")
            self.wait("session")
            times = [at for at, path, *_ in self.fake.asked if path == "connections/conn-7f3a"]
            self.assertGreater(times[1] - times[0], 0.9, code)

    def test_elsewhere_names_who_has_a_connection(self):
        where = {"elsewhere": {"partition": 4, "instance": "worker-3", "host": "10.0.0.7"}}
        self.fake.faults = [
            Fault("connections/conn-x.*", failure(404, "unknownConnection", **where)),
            Fault("connections", body={"connections": [], "skipped": []} | where),
        ]
        for address in ("#/connections/conn-x/2024-04-17", "#/connections?prefix=conn-x"):
            self.open(address, "state-elsewhere")
            self.assertIn("worker-3 on 10.0.0.7", self.text("state-elsewhere"))

    def test_an_unknown_connection(self):
        self.open("#/connections/nobody/2024-04-17", "state-empty")
        self.assertIn("No such connection", self.text("state-empty"))

    def test_off_names_the_option(self):
        for code, option in (("healthDataOff", "--console-health-data"), ("tokenNeeded", "--console-token-file")):
            self.fake.faults = [Fault("connections", failure(403, code))]
            self.open("#/connections", "state-off")
            self.assertIn(option, self.text("state-off"))

    def test_a_connection_that_is_owed_says_since_when_and_why(self):
        self.fake.summary = {"owed": {"since": "2024-04-17T06:12:00Z", "topic": "fork.documents", "reason": "the topic is not compacted"}}
        self.open(DAY, "owed-since")
        self.assertIn("the topic is not compacted", self.text("owed-since"))

    def test_a_page_without_a_token_locks_too(self):
        self.open(DAY, "session")
        self.all("lock")[0].click()
        self.wait("state-locked")
        self.assertFalse(self.all("session"))
        self.css("[data-testid=state-locked] button")[0].click()
        self.wait("session")

    def test_it_asks_every_five_seconds_and_not_while_hidden(self):
        self.open("#/worker", "stat-uploads")
        self.fake.asked.clear()

        def times():
            return [at for at, path, *_ in self.fake.asked if path == "worker"]

        self.until(lambda: len(times()) >= 3, "three questions")
        for before, after in zip(times(), times()[1:]):
            self.assertGreater(after - before, 4.8)
        self.js(
            "Object.defineProperty(document, 'hidden', { configurable: true, value: true }); document.dispatchEvent(new Event('visibilitychange'))"
        )
        time.sleep(1)
        self.fake.asked.clear()
        time.sleep(6)
        self.assertEqual(self.fake.asked, [])
        self.js("delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))")
        self.until(lambda: self.fake.asked, "an answer once it is seen")

    def test_at_most_two_requests_at_once(self):
        self.fake.most = 0
        self.fake.faults = [Fault(".*", delay=0.2)]
        self.open(DAY, "week-heart")
        self.assertEqual(self.fake.most, 2)

    def test_no_request_names_more_than_it_needs(self):
        self.fake.asked.clear()
        self.open(DAY, "week-heart")
        paths = [path for _, path, *_ in self.fake.asked]
        self.assertEqual(len(paths), len(set(map(str, [entry[1:3] for entry in self.fake.asked]))), "nothing is asked twice")
        self.assertLessEqual(len(paths), 7)


class Tokens(Page):
    """A token is in the sessionStorage of a tab, and leaves with all health data."""

    options = {"token": TOKEN}
    has_token = False

    def accept(self, token):
        """Makes the worker accept only this token. A real one reads its file again within 10 s."""
        if self.fake:
            self.fake.token = token
            return
        TOKENS.write_text(token + "\n")
        self.until(lambda: self.state_of(token) == "ok", "the worker accepts the token")

    def state_of(self, token):
        """Returns what the worker says of a token."""
        address = urllib.parse.urljoin(self.url, "../api/v1/session")
        request = urllib.request.Request(address, headers={"Authorization": f"Bearer {token}"})
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer)["token"]

    def enter(self, text):
        box = self.css("[data-testid=state-locked] input")[0]
        box.clear()
        box.send_keys(text)
        self.css("[data-testid=state-locked] button")[0].click()

    def unlocked(self):
        self.open(DAY)
        self.js("sessionStorage.clear()")
        self.open(DAY, "state-locked")
        self.enter(TOKEN)
        self.wait("session")

    def assert_locked(self):
        self.wait("state-locked")
        self.assertEqual(self.js("return [Object.keys(sessionStorage), Object.keys(localStorage), document.cookie]"), [[], [], ""])
        self.assertFalse(self.all("session"))
        page = self.js("return document.documentElement.outerHTML")
        self.assertNotIn(TOKEN, page)
        self.assertNotIn("Apple Watch", page)
        self.assertEqual(self.js("return document.querySelector('h1').textContent"), "Locked")

    def test_a_wrong_token_is_refused_and_the_right_one_opens(self):
        self.open(DAY, "state-locked")
        self.enter("short")
        self.until(lambda: "32 to 200" in self.text("state-locked"), "what a token is")
        self.enter("b" * 40)
        self.until(lambda: "does not accept" in self.text("state-locked"), "a refusal")
        self.assertEqual(self.js("return sessionStorage.length"), 0)
        self.enter(TOKEN)
        self.wait("session")
        self.assertIn(TOKEN, self.js("return Object.values(sessionStorage)"))
        self.assertEqual(self.js("return [localStorage.length, document.cookie]"), [0, ""])
        self.assertNotIn(TOKEN, self.driver.current_url)
        self.driver.refresh()
        self.wait("session")

    def test_the_worker_needs_no_token_from_here(self):
        self.open("#/worker")
        self.js("sessionStorage.clear()")
        self.open("#/worker", "stat-uploads")

    def test_the_lock_button_locks(self):
        self.unlocked()
        self.all("lock")[0].click()
        self.assert_locked()

    def test_idle_time_locks_by_the_clock(self):
        self.unlocked()
        self.js("const real = Date.now; Date.now = () => real() + 800000")
        time.sleep(1.5)
        self.assertTrue(self.all("session"))
        self.js("const real = Date.now; Date.now = () => real() + 101000")
        self.assert_locked()
        self.assertIn("15 min", self.text("state-locked"))

    def test_a_key_after_a_sleep_of_the_computer_does_not_unlock(self):
        self.unlocked()
        self.js(
            "const real = Date.now; Date.now = () => real() + 1000000; document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'x', bubbles: true }))"
        )
        self.assert_locked()

    def test_a_restored_tab_with_an_old_token_is_locked(self):
        self.unlocked()
        self.js("sessionStorage.setItem('fork-console-seen', String(Date.now() - 1000000))")
        self.driver.refresh()
        self.assert_locked()

    def test_a_401_locks(self):
        self.unlocked()
        self.accept("c" * 40)
        try:
            self.assert_locked()
        finally:
            self.accept(TOKEN)

    @needs_fake
    def test_without_health_data_the_view_is_off(self):
        self.unlocked()
        self.fake.health_data = False
        try:
            self.open("#/connections", "state-off")
            self.assertIn("--console-health-data", self.text("state-off"))
        finally:
            self.fake.health_data = True
