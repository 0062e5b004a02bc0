"""What must hold of the manifests in deploy/kubernetes beyond their form: what they name is there, and fits."""
import re

import kubernetes_validate

# The oldest Kubernetes that the manifests are for, whose preStop can sleep, and the newest that the package knows.
VERSIONS = ("1.30", kubernetes_validate.latest_version())
# Of operators: Kubernetes itself has no schema of them, so what their documentation names is looked at below.
FOREIGN = {"ServiceMonitor", "PrometheusRule", "ScaledObject"}
MEBIBYTES = {"Mi": 1, "Gi": 1024, "MiB": 1, "GiB": 1024}


def faults(documents, variables):
    """Sentences of what is wrong; `variables` are those that the program reads."""
    found = []
    for row in documents:
        found += form(row)
    # What is wrong in its form has fields that cannot be compared.
    if found: return found
    documents = [row for row in documents if "grafana_dashboard" not in row["metadata"].get("labels", {})]
    by_kind = {row["kind"]: row for row in documents}
    twice = {row["kind"] for row in documents if row is not by_kind[row["kind"]]}
    if twice: return found + [f"more than one {kind}: which one is meant?" for kind in sorted(twice)]
    workers = by_kind["StatefulSet"]["spec"]
    pod = workers["template"]["spec"]
    found += restricted(pod) + workload(workers, by_kind)
    found += settings(pod["containers"][0], by_kind["ConfigMap"]["data"], variables) + webhook_secrets(pod)
    if "ServiceMonitor" in by_kind: found += monitor(by_kind["ServiceMonitor"]["spec"], by_kind["Service"])
    # By the value of this label, Prometheus of kube-prometheus-stack chooses what it reads.
    found += [f"{row['kind']}: no label release" for row in documents if row["kind"] in ("ServiceMonitor", "PrometheusRule")
              and "release" not in row["metadata"].get("labels", {})]
    if "ScaledObject" in by_kind: found += scaling(by_kind["ScaledObject"]["spec"], by_kind)
    return found


def form(document):
    """By the schemas of Kubernetes itself, fields that it does not know included."""
    name = f"{document['kind']}/{document['metadata']['name']}"
    try:
        for version in VERSIONS: kubernetes_validate.validate(document, version, strict=True)
    except kubernetes_validate.ValidationError as error:
        return [f"{name}: Kubernetes {error.version}: {'.'.join(map(str, error.path))}: {error.message[:200]}"]
    except kubernetes_validate.SchemaNotFoundError:
        if document["kind"] not in FOREIGN: return [f"{name}: there is no schema of it, so nothing looks at it"]
    else:
        if document["kind"] in FOREIGN: return [f"{name}: there is a schema of it now: take it off the list"]
    return []


def at(document, path, default=None):
    for key in path.split("."):
        if not isinstance(document, dict) or key not in document: return default
        document = document[key]
    return document


def expect(document, wanted, where):
    """One sentence for each path whose value is another."""
    return [f"{where}: {path} is {at(document, path)!r}, not {value!r}" for path, value in wanted.items()
            if at(document, path) != value]


def restricted(pod):
    """The restricted Pod Security Standard, and what the image promises: a numeric user and a root that is read only."""
    found = expect(pod, {"securityContext.runAsNonRoot": True, "securityContext.runAsUser": 10001,
                         "securityContext.fsGroup": 10001, "securityContext.fsGroupChangePolicy": "OnRootMismatch",
                         "securityContext.seccompProfile.type": "RuntimeDefault",
                         "automountServiceAccountToken": False}, "pod")
    for container in pod["containers"]:
        found += expect(container, {"securityContext.allowPrivilegeEscalation": False,
                                    "securityContext.readOnlyRootFilesystem": True,
                                    "securityContext.capabilities.drop": ["ALL"]}, container["name"])
    allowed = {"configMap", "secret", "emptyDir", "projected", "persistentVolumeClaim", "downwardAPI"}
    found += [f"volume {row['name']}: not of a kind that the standard allows" for row in pod.get("volumes", [])
              if not allowed & set(row)]
    return found + [f"pod: {key} shares the node" for key in ("hostNetwork", "hostPID", "hostIPC") if pod.get(key)]


def workload(workers, by_kind):
    """How the workers are run, and that what selects them does."""
    pod = workers["template"]["spec"]
    container = pod["containers"][0]
    labels = workers["template"]["metadata"]["labels"]
    found = expect(workers, {"podManagementPolicy": "Parallel", "serviceName": by_kind["Service"]["metadata"]["name"],
                             "selector.matchLabels": labels}, "StatefulSet")
    found += expect(by_kind["Service"]["spec"], {"clusterIP": "None", "selector": labels}, "Service")
    found += expect(by_kind["PodDisruptionBudget"]["spec"], {"selector.matchLabels": labels}, "PodDisruptionBudget")
    found += expect(by_kind["NetworkPolicy"]["spec"], {"podSelector.matchLabels": labels,
                                                       "policyTypes": ["Ingress", "Egress"]}, "NetworkPolicy")
    for probe, path in (("startupProbe", "/startupz"), ("livenessProbe", "/livez"), ("readinessProbe", "/readyz")):
        found += expect(container, {f"{probe}.httpGet.path": path, f"{probe}.httpGet.port": "http"}, "worker")
    grace, sleep = pod["terminationGracePeriodSeconds"], at(container, "lifecycle.preStop.sleep.seconds", 0)
    if grace - sleep < 30: found.append(f"worker: {grace} s to end, of which preStop takes {sleep}: less than 30 are left")
    claims = {row["metadata"]["name"] for row in workers["volumeClaimTemplates"]}
    volumes = claims | {row["name"] for row in pod.get("volumes", [])}
    found += [f"worker: mounts {row['name']}, which is no volume" for row in container["volumeMounts"]
              if row["name"] not in volumes]
    state = {row["name"]: row.get("value") for row in container["env"]}["FORK_STATE_DIRECTORY"]
    above = [row["mountPath"] for row in container["volumeMounts"] if row["name"] in claims]
    if [state.rpartition("/")[0]] != above: found.append(f"worker: {state} is not one level below the volume at {above}")
    instance = [row for row in container["env"] if row["name"] == "FORK_GROUP_INSTANCE_ID"]
    if at(instance[0] if instance else {}, "valueFrom.fieldRef.fieldPath") != "metadata.name":
        found.append("worker: FORK_GROUP_INSTANCE_ID is not the pod's name")
    return found


def settings(container, data, variables):
    """Variables are those of the program, and the pod's memory is that of the option and a quarter."""
    given = dict(data) | {row["name"]: row.get("value") for row in container["env"]}
    found = [f"{name}: the program has no such variable" for name in given if name not in variables]
    wanted, limit = mebibytes(given["FORK_MEMORY_LIMIT"]) * 5 // 4, mebibytes(at(container, "resources.limits.memory"))
    if wanted != limit: found.append(f"worker: {limit} MiB of memory; FORK_MEMORY_LIMIT and a quarter are {wanted}")
    return found + expect(container, {"resources.requests.memory": at(container, "resources.limits.memory")}, "worker")


def webhook_secrets(pod):
    """The file of FORK_SECRETS is in a folder of a Secret, which is mounted as a whole: a single file is never renewed."""
    container = pod["containers"][0]
    paths = [row.get("value", "") for row in container["env"] if row["name"] == "FORK_SECRETS"]
    if container["args"] != ["dispatch"]: return [f"worker: {container['args']} has no use for FORK_SECRETS"] if paths else []
    if not paths: return ["dispatcher: there is no FORK_SECRETS"]
    secrets = {row["name"] for row in pod.get("volumes", []) if "secret" in row}
    mounts = {row["mountPath"]: row for row in container["volumeMounts"] if row["name"] in secrets}
    mount = mounts.get(paths[0].rpartition("/")[0])
    if mount is None: return [f"dispatcher: {paths[0]} is not in a volume of a Secret"]
    return expect(mount, {"readOnly": True, "subPath": None}, "dispatcher: secrets")


def mebibytes(text):
    number, unit = re.fullmatch(r"(\d+)([A-Za-z]+)", text).groups()
    return int(number) * MEBIBYTES[unit]


def monitor(spec, service):
    """ServiceMonitor: https://prometheus-operator.dev/docs/api-reference/api/#monitoring.coreos.com/v1.ServiceMonitor"""
    found = expect(spec, {"selector.matchLabels": service["metadata"]["labels"]}, "ServiceMonitor")
    found += [f"ServiceMonitor: {key} is no field of its spec" for key in set(spec) - {"selector", "endpoints"}]
    ports = {row["name"] for row in service["spec"]["ports"]}
    for row in spec["endpoints"]:
        found += [f"ServiceMonitor: {key} is no field of an endpoint that is known here"
                  for key in set(row) - {"port", "path", "interval", "scrapeTimeout"}]
        if row["port"] not in ports: found.append(f"ServiceMonitor: the Service has no port {row['port']}")
        if row.get("path") != "/metrics": found.append("ServiceMonitor: the figures are at /metrics")
        if int(row["scrapeTimeout"][:-1]) > int(row["interval"][:-1]): found.append("ServiceMonitor: it times out later than it comes again")
    return found


def scaling(spec, by_kind):
    """ScaledObject: https://keda.sh/docs/latest/reference/scaledobject-spec/, its trigger /docs/latest/scalers/prometheus/"""
    workers = by_kind["StatefulSet"]
    known = {"scaleTargetRef", "pollingInterval", "minReplicaCount", "maxReplicaCount", "advanced", "fallback", "triggers"}
    found = [f"ScaledObject: {key} is no field of its spec that is known here" for key in set(spec) - known]
    found += expect(spec, {"scaleTargetRef": {"apiVersion": "apps/v1", "kind": "StatefulSet",
                                              "name": workers["metadata"]["name"]}}, "ScaledObject")
    if "replicas" in workers["spec"]: found.append("StatefulSet: replicas are KEDA's to say, and every apply would set them")
    if not 1 <= spec["minReplicaCount"] <= spec["fallback"]["replicas"] <= spec["maxReplicaCount"]:
        found.append("ScaledObject: at least one worker, and no fewer than that when Prometheus is gone")
    hpa = spec["advanced"]["horizontalPodAutoscalerConfig"]
    if set(hpa) != {"behavior"} or set(hpa["behavior"]) - {"scaleUp", "scaleDown"}: found.append("ScaledObject: advanced")
    for row in spec["triggers"]:
        found += expect(row, {"type": "prometheus", "metricType": "AverageValue"}, "ScaledObject: trigger")
        metadata = row["metadata"]
        if set(metadata) != {"serverAddress", "query", "threshold"}: found.append(f"ScaledObject: trigger has {sorted(metadata)}")
        if not all(isinstance(value, str) for value in metadata.values()): found.append("ScaledObject: a trigger's values are text")
        if f'namespace="{workers["metadata"].get("namespace")}"' not in metadata["query"]:
            found.append("ScaledObject: the query counts the workers of other namespaces too")
    return found
