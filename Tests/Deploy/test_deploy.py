"""What the checks of deploy/ find, shown by planting it; scripts/check-deploy runs these first."""
import copy, json, pathlib, tempfile, unittest

import yaml

import capacity, kustomize, manifests, monitoring

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PRODUCTION = kustomize.build(ROOT / "deploy" / "kubernetes" / "overlays" / "production")
DISPATCH = kustomize.build(ROOT / "deploy" / "kubernetes" / "dispatch" / "production")
VARIABLES = {"FORK_BOOTSTRAP_SERVERS", "FORK_GROUP_ID", "FORK_OUTPUT_TOPICS", "FORK_MEMORY_LIMIT", "FORK_LANES", "FORK_KAFKA",
             "FORK_GROUP_INSTANCE_ID", "FORK_HTTP_ADDRESS", "FORK_SECRETS", "FORK_STATE_DIRECTORY", "FORK_LOG_FORMAT"}


def pod(documents): return of(documents, "StatefulSet")["spec"]["template"]["spec"]
def container(documents): return pod(documents)["containers"][0]
def mount(documents, name): return next(row for row in container(documents)["volumeMounts"] if row["name"] == name)
def of(documents, kind): return next(row for row in documents if row["kind"] == kind)


# What is planted, and a word of the sentence that must come of it.
PLANTED = {
    "a field that Kubernetes does not know": (lambda d: of(d, "StatefulSet")["spec"].update(podManagment="Parallel"), "podManagment"),
    "a value of the wrong type": (lambda d: pod(d).update(terminationGracePeriodSeconds="45"), "not of type"),
    "a kind without a schema": (lambda d: d.append({"apiVersion": "x.example/v1", "kind": "Other", "metadata": {"name": "a"}}), "no schema"),
    "root": (lambda d: pod(d)["securityContext"].update(runAsNonRoot=False), "runAsNonRoot"),
    "a root that can be written to": (lambda d: container(d)["securityContext"].update(readOnlyRootFilesystem=False), "readOnlyRoot"),
    "a capability": (lambda d: container(d)["securityContext"].update(capabilities={"add": ["NET_RAW"]}), "capabilities"),
    "a volume of the node": (lambda d: pod(d)["volumes"].append({"name": "n", "hostPath": {"path": "/"}}), "volume n"),
    "pods that wait for each other": (lambda d: of(d, "StatefulSet")["spec"].update(podManagementPolicy="OrderedReady"), "Parallel"),
    "a selector that selects nothing": (lambda d: of(d, "PodDisruptionBudget")["spec"]["selector"].update(matchLabels={"app": "x"}), "PodDisruption"),
    "a probe of another path": (lambda d: container(d)["livenessProbe"]["httpGet"].update(path="/readyz"), "livenessProbe"),
    "too little time to end": (lambda d: pod(d).update(terminationGracePeriodSeconds=30), "less than 30"),
    "a mount of no volume": (lambda d: container(d)["volumeMounts"].append({"name": "x", "mountPath": "/x"}), "no volume"),
    "a state at the root of its volume": (lambda d: container(d)["volumeMounts"][0].update(mountPath="/var/lib/fork-worker/state"), "one level below"),
    "instances of one name": (lambda d: container(d)["env"].pop(0), "pod's name"),
    "a variable that nobody reads": (lambda d: of(d, "ConfigMap")["data"].update(FORK_LANE="2"), "FORK_LANE"),
    "memory that does not fit": (lambda d: of(d, "ConfigMap")["data"].update(FORK_MEMORY_LIMIT="2GiB"), "a quarter"),
    "a port that is not there": (lambda d: of(d, "ServiceMonitor")["spec"]["endpoints"][0].update(port="metrics"), "no port metrics"),
    "a field of an endpoint that nobody knows": (lambda d: of(d, "ServiceMonitor")["spec"]["endpoints"][0].update(intervall="1s"), "intervall"),
    "replicas that two decide": (lambda d: of(d, "StatefulSet")["spec"].update(replicas=3), "KEDA's"),
    "a threshold that is a number": (lambda d: of(d, "ScaledObject")["spec"]["triggers"][0]["metadata"].update(threshold=5), "are text"),
    "a monitor that Prometheus does not choose": (lambda d: of(d, "ServiceMonitor")["metadata"]["labels"].pop("release"), "ServiceMonitor: no label release"),
    "alerts that Prometheus does not choose": (lambda d: of(d, "PrometheusRule")["metadata"]["labels"].pop("release"), "PrometheusRule: no label release"),
    "lag of all namespaces": (lambda d: of(d, "ScaledObject")["spec"]["triggers"][0]["metadata"].update(query="sum(x)"), "other namespaces"),
}

# The same for the manifests of dispatchers.
PLANTED_DISPATCH = {
    "no secrets": (lambda d: container(d)["env"].pop(3), "no FORK_SECRETS"),
    "secrets of no volume": (lambda d: container(d)["env"][3].update(value="/run/other/secrets.json"), "not in a volume of a Secret"),
    "secrets in a volume of another kind": (lambda d: pod(d)["volumes"][0].update(secret=None, emptyDir={}) or pod(d)["volumes"][0].pop("secret"), "not in a volume of a Secret"),
    "secrets that are never renewed": (lambda d: mount(d, "webhooks").update(subPath="secrets.json"), "subPath"),
    "secrets of a worker": (lambda d: container(d).update(args=["run"]), "no use for FORK_SECRETS"),
    "memory that does not fit": (lambda d: of(d, "ConfigMap")["data"].update(FORK_MEMORY_LIMIT="2GiB"), "a quarter"),
}

RULES = {"groups": [{"rules": [{"alert": "A", "expr": 'fork_worker_ready{job="fork_worker_other"} == 0', "labels": {"severity": "warning"},
                                "annotations": {"summary": "s", "description": "d", "runbook_url": "https://x/r.md#not-ready"}}]}]}
TESTS = {"tests": [{"name": "t", "input_series": [{"series": "fork_worker_ready"}, {"series": "fork_worker_ready"}],
                    "alert_rule_test": [{"alertname": "A", "exp_alerts": [{}]}]}]}


class Manifests(unittest.TestCase):
    def test_what_is_there_holds(self):
        for documents in (PRODUCTION, DISPATCH): self.assertEqual(manifests.faults(documents, VARIABLES), [])

    def test_what_is_planted_is_found(self):
        rows = [(PRODUCTION, *row) for row in PLANTED.items()] + [(DISPATCH, *row) for row in PLANTED_DISPATCH.items()]
        for given, name, (plant, word) in rows:
            with self.subTest(name):
                documents = copy.deepcopy(given)
                plant(documents)
                self.assertIn(word, "\n".join(manifests.faults(documents, VARIABLES)))


class Kustomizations(unittest.TestCase):
    def build(self, text, **files):
        with tempfile.TemporaryDirectory() as folder:
            for name, content in (files | {"kustomization": text}).items(): (pathlib.Path(folder) / f"{name}.yaml").write_text(content)
            return kustomize.build(folder)

    BASE = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {x: '1', y: '2'}\n"

    def test_a_strategic_merge_replaces_adds_and_takes_away(self):
        patch = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {x: '3', y: null, z: '4'}\n"
        [made] = self.build("resources: [a.yaml]\nnamespace: n\npatches: [{path: b.yaml}]\n", a=self.BASE, b=patch)
        self.assertEqual((made["data"], made["metadata"]["namespace"]), ({"x": "3", "z": "4"}, "n"))

    def test_lists_of_names_are_merged_by_them(self):
        old, new = {"env": [{"name": "a", "value": "1"}, {"name": "b", "value": "2"}]}, {"env": [{"name": "b", "value": "3"}]}
        self.assertEqual(kustomize.merged(old, new)["env"], [{"name": "a", "value": "1"}, {"name": "b", "value": "3"}])

    def test_what_is_not_known_is_refused(self):
        for text in ("resources: [a.yaml]\nimages: []\n", "resources: [a.yaml, a.yaml]\n",
                     "resources: [a.yaml]\npatches: [{target: {kind: Secret}, patch: '[{op: remove, path: /data}]'}]\n",
                     "configMapGenerator: [{name: b, files: [a.yaml]}]\n",
                     "configMapGenerator: [{name: b, files: [../a.yaml], options: {disableNameSuffixHash: true}}]\n",
                     "configMapGenerator: [{name: b, literals: [x=y], options: {disableNameSuffixHash: true}}]\n"):
            with self.subTest(text), self.assertRaises(kustomize.Refused): self.build(text, a=self.BASE)


    def test_a_generator_makes_a_config_map_of_files(self):
        [made] = self.build("configMapGenerator: [{name: b, files: [a.yaml], options: {disableNameSuffixHash: true, labels: {l: '1'}}}]\n", a="x")
        self.assertEqual((made["metadata"], made["data"]), ({"name": "b", "labels": {"l": "1"}}, {"a.yaml": "x"}))

    def test_the_production_overlay_brings_all_alerts_and_the_dashboard(self):
        rules = yaml.safe_load((ROOT / "deploy/prometheus/rules.yaml").read_text())
        self.assertEqual(of(PRODUCTION, "PrometheusRule")["spec"], rules)
        [dashboard] = [row for row in PRODUCTION if row["metadata"].get("labels", {}).get("grafana_dashboard") == "1"]
        self.assertEqual(dashboard["data"], {"fork-worker.json": (ROOT / "deploy/grafana/dashboards/fork-worker.json").read_text()})


class Monitoring(unittest.TestCase):
    def test_an_alert_names_what_is_there(self):
        self.assertEqual(monitoring.alert_faults(RULES, TESTS, "# Runbook\n## Not ready\n", {"fork_worker_ready"}), [])

    def test_an_alert_without_page_metric_or_test_is_found(self):
        found = "\n".join(monitoring.alert_faults(RULES, {"tests": []}, "# Runbook\n", set()))
        for word in ("no heading for #not-ready", "no metric fork_worker_ready", "in which it fires", "stays silent"):
            self.assertIn(word, found)

    def test_a_name_counts_as_a_whole_and_not_in_quotes(self):
        query = 'sum(rate(fork_worker_commits_total{instance=~"fork_worker_7"}[5m]))'
        self.assertEqual(monitoring.unknown(query, {"fork_worker_commits_total"}), [])
        self.assertEqual(monitoring.unknown(query, {"fork_worker_commits"}), ["fork_worker_commits_total"])

    def test_headings_are_called_as_links_call_them(self):
        self.assertEqual(monitoring.anchors("## Blue and green by `replay`\n### A — b\ntext"), {"blue-and-green-by-replay", "a--b"})

    def test_a_panel_that_the_runbook_names_in_vain_is_found(self):
        found = monitoring.named_panels("Look at *Lag by\ntopic* and *Speed*, **not** *this*.", {"panels": [{"title": "Lag by topic"}]})
        self.assertEqual(found, ["docs/runbook.md: the dashboard has no panel 'Speed'"])

    def test_panels_that_lie_over_each_other_are_found(self):
        dashboard = json.loads((ROOT / "deploy/grafana/dashboards/fork-worker.json").read_text())
        dashboard["panels"][1]["gridPos"]["x"] = 0
        self.assertIn("lies over", "\n".join(monitoring.dashboard_faults(json.dumps(dashboard), set())))


class Capacity(unittest.TestCase):
    def test_the_page_shows_what_the_formulae_say(self):
        page = (ROOT / "docs" / "capacity.md").read_text()
        for days in (400, 30):
            for row in capacity.table(days): self.assertIn(row, page)


if __name__ == "__main__": unittest.main()
