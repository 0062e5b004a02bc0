"""The console page for keys, screen readers, narrow and wide screens, and more data than it can draw."""

import math
import re

from browser import KEYS, Fault, Page, needs_fake
from test_states import failure

DAY = "#/connections/conn-7f3a/2024-04-17"
HOSTILE = "#/connections/conn-hostile/2024-04-17"
CLOCK = "#/connections/conn-dst/2024-10-27"
VIEWS = {"#/worker": "picture-rate", "#/refusals": "refusal", "#/connections": "connection", DAY: "week-heart"}
STOPS = VIEWS | {CLOCK: "session", "#/connections/conn-7f3a/2024-04-25": "changes", "#/connections/nobody": "state-empty"}
REACHABLE = """const reachable = () => [...document.querySelectorAll("a[href], button, input, select, summary, [tabindex='0']")]
  .filter((e) => e.checkVisibility() && !e.closest("details:not([open]) > :not(summary)"));
"""


class Keyboard(Page):
    """Everything is reached and told by keys."""

    def test_the_heading_takes_the_focus_and_the_first_tab_skips_to_the_content(self):
        self.open("#/worker", "stat-uploads")
        self.assertEqual(self.focused().tag_name, "h1")
        self.keys(KEYS.TAB)
        self.assertEqual(self.focused().text, "Skip to content")
        self.keys(KEYS.ENTER)
        self.assertEqual(self.focused().tag_name, "main")
        self.assertTrue(self.driver.current_url.endswith("#/worker"))

    def test_single_keys(self):
        self.open("#/worker", "stat-uploads")
        self.keys("2")
        self.wait("refusal")
        self.assertEqual(self.focused().tag_name, "h1")
        self.keys("3")
        self.wait("connection")
        self.keys("1")
        self.wait("stat-uploads")
        self.keys("/")
        self.until(lambda: self.focused().get_attribute("data-testid") == "search", "the search has the focus")
        self.keys("1")
        self.assertEqual(self.all("search")[0].get_attribute("value"), "1")
        self.open(DAY, "night-2024-04-17")
        self.keys("[")
        self.wait("night-2024-04-16")
        self.keys("]")
        self.wait("night-2024-04-17")
        self.keys("?")
        self.assertTrue(self.css("#help[open]"))
        self.keys(KEYS.ESCAPE)
        self.assertFalse(self.css("#help[open]"))
        self.keys("l")
        self.wait("state-locked")

    def test_a_checkbox_switches_single_keys_off(self):
        self.open("#/worker", "stat-uploads")
        self.keys("?")
        self.css("#help input")[0].click()
        self.keys(KEYS.ESCAPE)
        self.keys("2")
        self.assertTrue(self.driver.current_url.endswith("#/worker"))
        self.all("help")[0].click()
        self.css("#help input")[0].click()
        self.keys(KEYS.ESCAPE, "2")
        self.wait("refusal")
        self.js("localStorage.clear()")

    def test_new_numbers_are_not_told_and_leave_the_walk_where_it_is(self):
        self.open("#/worker", "picture-rate")
        self.until(lambda: self.points("picture-rate") >= 2, "two points of history")
        self.js("document.querySelector('[data-testid=picture-rate]').focus()")
        self.keys(KEYS.HOME)
        before = self.told()
        self.assertRegex(before, r"^\d\d:\d\d:\d\d: .* \(1 of \d+\)$")
        self.js("performance.clearResourceTimings()")
        asked = "return performance.getEntriesByType('resource').filter((one) => one.name.includes('/history')).length"
        self.until(lambda: self.js(asked) > 0, "another answer")
        self.assertEqual(self.told(), before)
        self.assertEqual(self.focused().get_attribute("data-testid"), "picture-rate")

    def points(self, name):
        """Returns the number of points that the keys walk in a picture."""
        return self.js("return document.querySelector(`[data-testid=${arguments[0]}]`).walk.size", name)

    def told(self):
        """Returns what the picture that has the focus tells."""
        return self.js("return document.activeElement.querySelector('[role=status]').textContent")

    def open_all(self, address, name):
        """Opens a view, and an explanation if there is one."""
        self.open(address, name)
        why = self.css("[data-testid=totals-of-day] [data-testid=why], [data-testid=session] [data-testid=why]")
        if why:
            why[0].click()
            self.until(lambda: self.css("[data-testid=explain] rect[data-why]"), "marks")
        self.js("document.activeElement.blur(); document.querySelector('h1').focus({ preventScroll: true })")

    def test_tab_reaches_all_in_the_order_of_the_document_with_an_outline(self):
        for address, name in STOPS.items():
            self.open_all(address, name)
            count = self.js(REACHABLE + "return reachable().length")
            self.js(
                """window.steps = []; addEventListener("focusin", ({ target }) => { if (target.localName === "h1") return; const s = getComputedStyle(target); const b = target.getBoundingClientRect();
                steps.push([target, s.outlineStyle !== "none" && parseFloat(s.outlineWidth) >= 2, b.width > 0 && b.height > 0 && b.bottom > 0 && b.top < innerHeight]); })"""
            )
            self.keys(*[KEYS.TAB] * (count + 3))
            result = self.js(
                REACHABLE
                + """const seen = new Set(), faults = []; let last;
                for (const [e, outlined, visible] of steps) { if (seen.has(e)) break; seen.add(e);
                  if (!outlined || !visible) faults.push("no outline: " + e.outerHTML.slice(0, 100));
                  if (last && !(last.compareDocumentPosition(e) & Node.DOCUMENT_POSITION_FOLLOWING)) faults.push("out of order: " + e.outerHTML.slice(0, 100)); last = e; }
                return [faults, reachable().filter((e) => !seen.has(e)).map((e) => e.outerHTML.slice(0, 100))]"""
            )
            self.assertEqual(result, [[], []], address)

    def test_arrow_keys_walk_each_picture_that_tab_reaches(self):
        for address, name in STOPS.items():
            self.open_all(address, name)
            # New numbers may draw a picture again, so a figure is known by its name.
            wanted = set(self.js("return [...document.querySelectorAll('figure')].filter((f) => f.checkVisibility()).map((f) => f.ariaLabel)"))
            walked = set()
            for _ in range(self.js(REACHABLE + "return reachable().length") + 3):
                self.keys(KEYS.TAB)
                figure = self.js("const f = document.activeElement; return f.localName === 'figure' && [f.ariaLabel, f.walk?.size ?? 0]")
                if not figure or figure[0] in walked:
                    continue
                walked.add(figure[0])
                if figure[1] == 0:
                    continue
                told = []
                for keys in ([KEYS.HOME], [KEYS.RIGHT], [KEYS.END], [KEYS.LEFT]):
                    self.keys(*keys)
                    told.append(re.fullmatch(r"(.+) \((\d+) of (\d+)\)", self.told()))
                    self.assertTrue(told[-1], f"{figure} {self.told()}")
                size = int(told[2][3])
                self.assertEqual([int(one[2]) for one in told], [1, min(2, size), size, max(1, size - 1)], figure)
                self.assertEqual(len(self.js("return [...document.activeElement.querySelector('.cursor').children]")) > 0, True)
            self.assertEqual(wanted - walked, set(), address)


class Access(Page):
    """axe-core finds nothing in any view, state and scheme."""

    def check(self, what):
        for scheme in ("light", "dark"):
            self.media(scheme)
            self.assertEqual(self.axe(), [], f"{what}, {scheme}")
        self.media()

    def test_views(self):
        for address, name in STOPS.items():
            self.open(address, name)
            self.check(address)

    def test_views_with_everything_open(self):
        for address, name in VIEWS.items():
            self.open(address, name)
            if address == DAY:
                self.css("[data-testid=week-steps] [data-testid=why]")[0].click()
                self.until(lambda: self.css("[data-testid=explain] rect[data-why]"), "marks")
            self.js("document.querySelectorAll('details').forEach((d) => { d.open = true })")
            self.check(f"{address} open")

    def test_forced_colors(self):
        for address, name in VIEWS.items():
            self.open(address, name)
            self.media(forced="active")
            self.assertEqual(self.axe(), [], address)
            lost = self.js(
                """const ground = getComputedStyle(document.body).backgroundColor;
                return [...document.querySelectorAll("main svg rect[data-value], main svg [data-stage], main svg [data-kind], main svg circle[data-value], main svg path[data-line], .kind")]
                .filter((e) => { const s = getComputedStyle(e); return [s.fill, s.stroke, s.backgroundColor, s.borderTopColor].every((c) => c === ground || c === "none" || /, 0\\)$/.test(c)); }).map((e) => e.outerHTML.slice(0, 100)).slice(0, 3)"""
            )
            self.assertEqual(lost, [], address)
            self.media()

    def test_the_help_and_a_narrow_screen(self):
        self.open("#/worker", "picture-rate")
        self.keys("?")
        self.check("help")
        self.size(320, 700)
        for address, name in VIEWS.items():
            self.open(address, name)
            self.check(f"{address} narrow")

    @needs_fake
    def test_states(self):
        states = [
            ("#/worker", "nothing", failure(500, "internal"), "owed"),
            ("#/connections", "connections", failure(403, "healthDataOff"), "state-off"),
            ("#/connections", "connections", failure(503, "restoring", 9, restored=0.4), "state-restoring"),
            ("#/worker", "worker", failure(500, "internal"), "state-error"),
            (
                "#/connections/conn-x",
                "connections/conn-x.*",
                failure(404, "unknownConnection", elsewhere={"partition": 4}),
                "state-elsewhere",
            ),
            ("#/connections/conn-x", "connections/conn-x", failure(404, "unknownConnection"), "state-empty"),
            ("#/connections", "connections", failure(401, "unauthorized"), "state-locked"),
        ]
        for address, path, answer, name in states:
            self.fake.faults = [Fault(path, answer)]
            self.open(address, name)
            self.check(name)
        self.fake.faults = [Fault("worker", delay=6)]
        self.open("#/worker", "state-loading")
        self.check("state-loading")

    def test_a_hostile_person(self):
        self.open(HOSTILE, "week-heart")
        self.check("hostile")


class Sizes(Page):
    """The page never scrolls sideways, and draws no more than it may."""

    def sideways(self):
        return self.js(
            """const wide = document.documentElement.scrollWidth - innerWidth; if (wide <= 0) return [];
            return [wide, ...[...document.querySelectorAll("main *")].filter((e) => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest(".scroll, pre, svg")).slice(0, 3).map((e) => e.outerHTML.slice(0, 120))]"""
        )

    def test_from_320_to_3840_pixels_and_with_text_of_200_percent(self):
        for address, name in [*VIEWS.items(), (HOSTILE, "week-heart")]:
            self.open(address, name)
            for width in (320, 360, 390, 480, 640, 768, 1024, 1280, 1920, 2560, 3840):
                for text in ("", "200%"):
                    self.js("document.documentElement.style.fontSize = arguments[0]", text)
                    self.size(width)
                    self.assertEqual(self.sideways(), [], f"{address} at {width} px, text {text or '100%'}")
            self.js("document.querySelectorAll('details').forEach((d) => { d.open = true })")
            self.size(320)
            self.assertEqual(self.sideways(), [], f"{address} open")
            self.js("document.documentElement.style.fontSize = ''")

    def test_a_view_has_at_most_5000_elements_200_rows_and_1500_points(self):
        for address, name in [*VIEWS.items(), (HOSTILE, "week-heart")]:
            self.open(address, name)
            self.until(lambda: self.js("return document.querySelectorAll('*').length") > 100, "elements")
            counts = self.js(
                """return [document.querySelectorAll("*").length, Math.max(...[...document.querySelectorAll("tbody")].map((b) => b.rows.length)),
                Math.max(0, ...[...document.querySelectorAll("svg.chart")].map((s) => s.querySelectorAll("circle").length)), Math.max(0, ...[...document.querySelectorAll("path[data-line]")].map((p) => p.getAttribute("d").split(/[ML]/).length))]"""
            )
            for count, most in zip(counts, (5000, 200, 1500, 1501)):
                self.assertLessEqual(count, most, f"{address} {counts}")

    def test_no_greatest_and_no_least_is_left_out(self):
        self.open(HOSTILE, "samples-HKQuantityTypeIdentifierHeartRate")
        values = [
            one["value"]["quantity"]
            for entry in self.data.documents["conn-hostile"]
            if entry["type"] == "heart" and 734994000 <= entry["start_date"] < 735080400
            for one in entry["data"][0]["data"]["HKQuantityTypeIdentifierHeartRate"]
        ]
        self.wait("changes")
        drawn, text = self.js(
            """const one = document.querySelector("[data-testid=samples-HKQuantityTypeIdentifierHeartRate]");
            return [[...one.querySelectorAll("circle")].map((c) => +c.dataset.value), one.textContent]"""
        )
        self.assertEqual((min(drawn), max(drawn)), (min(values), max(values)))
        self.assertIn(f"{len(drawn):,} of {len(values):,} points", text)

    def test_names_that_uploads_bring_are_text(self):
        self.open(HOSTILE, "session")
        self.assertEqual(self.js("return document.querySelectorAll('img, b b, script').length"), 1)
        self.assertIn("<img src=x onerror=alert(1)>", self.js("return document.body.textContent"))

    def test_print_is_light_and_without_navigation(self):
        self.open(DAY, "week-heart")
        self.media("dark", kind="print")
        self.assertEqual(
            self.js("return [getComputedStyle(document.body).backgroundColor, document.querySelector('.top').checkVisibility()]"),
            ["rgb(250, 250, 248)", False],
        )

    def test_nothing_moves(self):
        self.open("#/worker", "stat-uploads")
        self.assertEqual(
            self.js(
                """return [...document.querySelectorAll("*")].filter((e) => { const s = getComputedStyle(e); return s.animationName !== "none" || s.transitionDuration !== "0s"; }).length"""
            ),
            0,
        )


class Modules(Page):
    """The formats and sums of the page's modules."""

    def test_numbers_durations_and_dates(self):
        self.open("#/worker", "stat-uploads")
        rows = self.module(
            "words.js",
            """[m.duration(25920), m.duration(25949), m.duration(25950), m.duration(59.4), m.duration(59.5), m.duration(274500), m.num(1204), m.num(12.44, 1), m.size(468713472),
            m.latency(0.0384), m.dayText("2024-04-17"), m.nightText("2024-04-17").join(" → "), m.nightText("2024-05-01").join(" → "), m.clock(307.4), m.exact(3135), m.spanText("2024-04-29", "2024-05-05"), m.num(-0.04, 1)]""",
        )
        self.assertEqual(
            rows,
            [
                "7 h 12 min",
                "7 h 12 min",
                "7 h 13 min",
                "59 s",
                "1 min",
                "3 d 4 h",
                "1,204",
                "12.4",
                "447 MiB",
                "38 ms",
                "Wed 17 Apr 2024",
                "Tue 16 → Wed 17 Apr",
                "Tue 30 Apr → Wed 1 May",
                "5:07",
                "52 min 15 s",
                "29 Apr–5 May",
                "0.0",
            ],
        )

    def test_values_and_units(self):
        self.open("#/worker", "stat-uploads")
        rows = self.module(
            "words.js",
            """[m.valueText(14200, "m"), m.valueText(61, "count/min", "HKQuantityTypeIdentifierHeartRate"), m.valueText(0.93, "%"), m.valueText(14.5, "count/min", "HKQuantityTypeIdentifierRespiratoryRate"),
            m.valueText(8.04, "mmol/L"), m.valueText(58, "%", "HKWeatherHumidity"), m.words("HKQuantityTypeIdentifierStepCount"), m.words("HKDataTypeIdentifierElectrocardiogram")]""",
        )
        self.assertEqual(rows, ["14.2 km", "61 bpm", "93 %", "14.5 count/min", "8.04 mmol/L", "58 %", "Step count", "Electrocardiogram"])

    def test_thinning_keeps_least_and_greatest_of_each_stretch(self):
        self.open("#/worker", "stat-uploads")
        peaks = {index * 97 for index in range(100)}
        points = [{"t": index, "v": 1000 if index in peaks else math.sin(index)} for index in range(10000)]
        kept = self.driver.execute_async_script(
            "const [points, done] = arguments; import(new URL('pictures/scale.js', location.href.split('#')[0]).href).then((m) => done(m.thin(points, 1500)))",
            points,
        )
        self.assertLessEqual(len(kept), 1500)
        self.assertEqual([point["t"] for point in kept], sorted(point["t"] for point in kept))
        self.assertEqual({point["t"] for point in kept if point["v"] == 1000}, {index for index in peaks if index < 10000})
