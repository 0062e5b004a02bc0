"""A headless Chromium for the tests of the console page, and what they ask of it."""

import base64
import functools
import json
import os
import pathlib
import shutil
import time
import unittest

import packages

packages.find()

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from fake_worker import Answer, Fake, Fault, data

REAL = os.environ.get("CONSOLE_URL")
TOKENS = pathlib.Path(os.environ.get("CONSOLE_TOKEN_FILE", "/dev/null"))
ONLY_FAULTS = bool(os.environ.get("CONSOLE_ONLY_FAULTS"))
KEYS = Keys
# As root, Chromium starts only without its sandbox; in a container, shared memory is small. Without hinting, a text is as wide on
# each machine.
ARGUMENTS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
    "--font-render-hinting=none",
)
__all__ = ["Answer", "Fault", "KEYS", "Page", "REAL", "TOKENS", "needs_fake", "needs_real"]

# A slow machine needs longer for each step, and a quick one does not wait for the limit.
PATIENCE = 40


def needs_fake(test):
    """Skips a test that sets faults, if a real worker answers."""
    test.needs_fake = True
    return unittest.skipIf(REAL, "needs a worker that fails on demand")(test)


def needs_real(test):
    """Skips a test that sends uploads or changes tokens, if no real worker answers."""
    return unittest.skipUnless(REAL, "needs a real worker")(test)


@functools.cache
def axe_source():
    """Returns axe.min.js of the package axe-playwright-python."""
    import axe_playwright_python

    return pathlib.Path(axe_playwright_python.__file__).with_name("axe.min.js").read_text()


class Page(unittest.TestCase):
    """A test case with a browser and a worker. `options` are those of `Fake`."""

    options = {}
    # Whether the page has the token of the real worker from the beginning.
    has_token = True

    @classmethod
    def setUpClass(cls):
        cls.data = data()
        cls.fake = None if REAL else Fake(**cls.options)
        cls.url = REAL or cls.fake.url
        options = webdriver.ChromeOptions()
        options.binary_location = os.environ.get("CHROMIUM", "/usr/bin/chromium")
        for argument in ARGUMENTS:
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        service = webdriver.ChromeService(os.environ.get("CHROMEDRIVER") or shutil.which("chromedriver"))
        cls.driver = webdriver.Chrome(options=options, service=service)
        cls.driver.set_script_timeout(60)
        if REAL and cls.has_token:
            token = json.dumps(TOKENS.read_text().split()[0])
            source = f"if (location.origin !== 'null') sessionStorage.setItem('fork-console-token', {token})"
            cls.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": source})

    @classmethod
    def tearDownClass(cls):
        cls.driver.quit()
        if cls.fake:
            cls.fake.close()

    def setUp(self):
        # The others have another run, with a real worker.
        if ONLY_FAULTS and not getattr(getattr(self, self._testMethodName), "needs_fake", hasattr(self, "needs_fake")):
            self.skipTest("needs no worker that fails on demand")
        if self.fake:
            self.fake.faults, self.fake.frozen, self.fake.pending, self.fake.differs = [], set(), [], []
            self.fake.extra, self.fake.summary = {}, {}
        self.media()
        self.size()

    def tearDown(self):
        lines = [line["message"] for line in self.driver.get_log("browser")]
        faults = [line for line in lines if "Failed to load resource" not in line and "net::ERR" not in line]
        self.assertEqual(faults, [], "the browser's console stays empty")

    # What a person sees

    def size(self, width=1280, height=900):
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        )

    def media(self, scheme="light", forced="none", motion="no-preference", kind=""):
        features = [
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "forced-colors", "value": forced},
            {"name": "prefers-reduced-motion", "value": motion},
        ]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": kind, "features": features})

    def open(self, address, wait=None):
        """Opens a view in a fresh page, and waits for an element."""
        self.driver.get("about:blank")
        self.driver.get(self.url + address)
        return self.wait(wait) if wait else None

    def js(self, code, *arguments):
        return self.driver.execute_script(code, *arguments)

    def module(self, name, code):
        """Runs code with a module of the page as `m`."""
        return self.driver.execute_async_script(
            f"const done = arguments[0]; import(new URL('{name}', location.href.split('#')[0]).href).then((m) => done({code}), (e) => done('' + e));"
        )

    def all(self, name):
        return self.driver.find_elements(By.CSS_SELECTOR, f"[data-testid='{name}']")

    def css(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def until(self, question, what, seconds=PATIENCE):
        end = time.time() + seconds
        while time.time() < end:
            try:
                answer = question()
            except StaleElementReferenceException:
                answer = None
            if answer:
                return answer
            time.sleep(0.03)
        shown = " ".join(self.js("return document.body.innerText").split())
        self.fail(f"not within {seconds} s: {what}: {shown[-300:]}")
        return None

    def wait(self, name, seconds=PATIENCE):
        """Waits for an element with a test id."""
        return self.until(lambda: self.all(name), name, seconds)[0]

    def gone(self, name, seconds=PATIENCE):
        self.until(lambda: not self.all(name), f"no {name}", seconds)

    def text(self, name):
        return self.js("return document.querySelector(`[data-testid='${arguments[0]}']`).textContent", name)

    def keys(self, *keys):
        webdriver.ActionChains(self.driver).send_keys(*keys).perform()

    def focused(self):
        return self.driver.switch_to.active_element

    def axe(self, **options):
        """Returns what axe-core finds, as short texts."""
        if not self.js("return typeof axe === 'object'"):
            self.driver.execute_script(axe_source())
        result = self.driver.execute_async_script(
            "const done = arguments[1]; axe.run(document, arguments[0]).then(done, (e) => done({ violations: [{ id: '' + e, nodes: [] }] }));",
            {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}} | options,
        )
        self.assertGreater(len(result.get("passes", [])), 20, "axe-core ran")
        return [
            f"{entry['id']}: {node['html'][:160]} {node.get('failureSummary', '')[:200]}"
            for entry in result["violations"]
            for node in entry["nodes"][:4]
        ]

    def screenshot(self, path, most=2400):
        """Writes the page, or its first `most` pixels, as PNG."""
        height, width = self.js("return [document.documentElement.scrollHeight, innerWidth]")
        clip = {"x": 0, "y": 0, "width": width, "height": min(height, most), "scale": 1}
        data = self.driver.execute_cdp_cmd("Page.captureScreenshot", {"captureBeyondViewport": True, "clip": clip})
        pathlib.Path(path).write_bytes(base64.b64decode(data["data"]))
