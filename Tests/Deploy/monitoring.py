"""What must hold of alerts and dashboard: they name what there is, and each alert leads to its page."""
import json, re

import yaml

NAME = re.compile(r"\b(?:fork_worker|fork_dispatch|process)_[a-z_]+")


def names(expression):
    """The metrics that an expression asks for; what labels are compared with is no name."""
    return set(NAME.findall(re.sub(r'"[^"]*"', '""', expression)))


def anchor(heading):
    """What links call a heading, as GitHub makes it of its words."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def anchors(text):
    return {anchor(line.lstrip("#")) for line in text.splitlines() if re.match(r"#{1,6} ", line)}


def alert_faults(rules, tests, runbook, known):
    """Sentences of what is wrong with alerts, their tests and their pages."""
    found, pages = [], anchors(runbook)
    fires = {row["alertname"] for test in tests["tests"] for row in test["alert_rule_test"] if row["exp_alerts"]}
    series = {test["name"]: len(test["input_series"]) for test in tests["tests"]}
    silent = {row["alertname"] for test in tests["tests"] for row in test["alert_rule_test"]
              if not row["exp_alerts"] or len(row["exp_alerts"]) < series[test["name"]]}
    alerts = [rule for group in rules["groups"] for rule in group["rules"]]
    for rule in alerts:
        name, notes = rule["alert"], rule.get("annotations", {})
        found += [f"{name}: no {key}" for key in ("summary", "description", "runbook_url") if not notes.get(key)]
        page = notes.get("runbook_url", "").rpartition("#")[2]
        if page not in pages: found.append(f"{name}: docs/runbook.md has no heading for #{page}")
        if name not in fires: found.append(f"{name}: no test in which it fires")
        if name not in silent: found.append(f"{name}: no test in which it stays silent")
        if rule.get("labels", {}).get("severity") not in ("warning", "critical"): found.append(f"{name}: how severe is it?")
        found += [f"{name}: there is no metric {metric}" for metric in unknown(rule["expr"], known)]
    for test in tests["tests"]:
        for row in test["input_series"]:
            found += [f"test '{test['name']}': there is no metric {metric}" for metric in unknown(row["series"], known)]
    return found


def unknown(expression, known):
    return sorted(names(expression) - known)


def expressions(dashboard):
    """Where each stands, and each query of a dashboard, with Grafana's variables filled in."""
    rows = [(f"{panel['title']}", target["expr"]) for panel in dashboard["panels"] for target in panel.get("targets", [])]
    rows += [(f"annotation {row['name']}", row["expr"]) for row in dashboard["annotations"]["list"]]
    return [(where, re.sub(r"\$__(?:rate_)?interval\b", "5m", query).replace("$namespace", ".*").replace("$job", ".*")
             .replace("$instance", ".*"))
            for where, query in rows]


def dashboard_faults(text, known):
    """Sentences of what is wrong with a dashboard; the syntax of its queries is promtool's."""
    dashboard = json.loads(text)
    panels = dashboard["panels"]
    found = [f"dashboard: '{where}': there is no metric {metric}" for where, query in expressions(dashboard)
             for metric in unknown(query, known)]
    numbers = [panel["id"] for panel in panels]
    if len(set(numbers)) != len(numbers): found.append("dashboard: two panels of one id")
    taken = {}
    for panel in panels:
        place = panel["gridPos"]
        if place["x"] + place["w"] > 24: found.append(f"dashboard: '{panel['title']}' is wider than the page")
        for cell in [(x, y) for x in range(place["x"], place["x"] + place["w"]) for y in range(place["y"], place["y"] + place["h"])]:
            if cell in taken: found.append(f"dashboard: '{panel['title']}' lies over '{taken[cell]}'"); break
            taken[cell] = panel["title"]
        if panel["type"] != "row" and not (panel.get("targets") and panel.get("description")):
            found.append(f"dashboard: '{panel['title']}' shows nothing, or does not say what")
    left = set(re.findall(r"\$\{?(\w+)", text)) - {row["name"] for row in dashboard["templating"]["list"]}
    left -= {"__rate_interval", "__interval", "__all"}
    return found + [f"dashboard: there is no variable {name}" for name in sorted(left)]


def rule_manifest(text):
    """The rules as a PrometheusRule, for the operator of Prometheus."""
    lines = [f"  {line}" if line else "" for line in text.splitlines() if not line.startswith("#")]
    head = """# Made from rules.yaml by scripts/check-deploy --write-rules.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: fork-worker
  labels:
    app.kubernetes.io/name: fork-worker
    # The name of the Helm release of kube-prometheus-stack, whose Prometheus reads rules with this label only.
    release: kube-prometheus-stack
spec:
"""
    return head + "\n".join(lines) + "\n"


def named_panels(runbook, dashboard):
    """Sentences of the panels that the runbook names and the dashboard lacks."""
    titles = {panel["title"] for panel in dashboard["panels"]}
    named = {" ".join(name.split()) for name in re.findall(r"(?<!\*)\*([A-Z][^*]+)\*(?!\*)", runbook)}
    return [f"docs/runbook.md: the dashboard has no panel '{name}'" for name in sorted(named - titles)]


def queries_as_rules(dashboard):
    """The dashboard's queries as a file of recording rules, which promtool can check."""
    rules = [{"record": f"panel:{index}", "expr": query} for index, (_, query) in enumerate(expressions(dashboard))]
    return yaml.safe_dump({"groups": [{"name": "dashboard", "rules": rules}]})
