"""What `kubectl kustomize` makes of a folder, as far as deploy/kubernetes asks: `resources`, `patches`, `namespace`, and the
`files` of `configMapGenerator`.

Distributions package no kustomize; JSON patches are applied by the library jsonpatch, strategic merges by the few lines below.
Whatever it does not know it refuses, so that nothing is passed over.
"""
import copy, pathlib, re

import jsonpatch
import yaml

KNOWN = {"apiVersion", "kind", "resources", "patches", "namespace", "configMapGenerator"}
# Lists that are merged by a field of their elements, by where they stand; all others are replaced.
MERGED_BY = {"containers": "name", "env": "name", "volumes": "name", "volumeMounts": "mountPath", "ports": "containerPort"}


class Refused(Exception):
    """A kustomization that these lines cannot apply, or that is wrong."""


def build(folder):
    """All documents of a folder with a kustomization.yaml, patched."""
    folder = pathlib.Path(folder)
    wanted = yaml.safe_load((folder / "kustomization.yaml").read_text())
    unknown = set(wanted) - KNOWN
    if unknown: raise Refused(f"{folder}: {', '.join(sorted(unknown))}: not applied here")
    documents = []
    for name in wanted.get("resources", []):
        path = folder / name
        documents += build(path) if path.is_dir() else [row for row in yaml.safe_load_all(path.read_text()) if row]
    documents += [generated(entry, folder) for entry in wanted.get("configMapGenerator", [])]
    named = [identity(row) for row in documents]
    if len(set(named)) != len(named): raise Refused(f"{folder}: two documents of one kind and name")
    for entry in wanted.get("patches", []): documents = patched(documents, entry, folder)
    if "namespace" in wanted:
        for row in documents: row["metadata"]["namespace"] = wanted["namespace"]
    return documents


def generated(entry, folder):
    """A ConfigMap of files, whose name stays the same after a change of them."""
    options = entry.get("options", {})
    if set(entry) - {"name", "files", "options"} or set(options) - {"disableNameSuffixHash", "labels"}:
        raise Refused(f"{folder}: a generator with {sorted(entry)} and the options {sorted(options)}")
    if not options.get("disableNameSuffixHash"): raise Refused(f"{folder}: the name of {entry['name']} changes with its files")
    above = [name for name in entry["files"] if ".." in pathlib.PurePath(name).parts]
    # kubectl allows files below the folder only.
    if above: raise Refused(f"{folder}: {above[0]} is not below the folder")
    data = {pathlib.PurePath(name).name: (folder / name).read_text() for name in entry["files"]}
    return {"apiVersion": "v1", "kind": "ConfigMap", "data": data,
            "metadata": {"name": entry["name"], "labels": options.get("labels", {})}}


def identity(document):
    return document["apiVersion"], document["kind"], document["metadata"]["name"]


def patched(documents, entry, folder):
    if set(entry) - {"path", "patch", "target"}: raise Refused(f"{folder}: a patch has {sorted(entry)}")
    text = (folder / entry["path"]).read_text() if "path" in entry else entry["patch"]
    patch = yaml.safe_load(text)
    chosen = [index for index, row in enumerate(documents) if is_target(row, patch, entry.get("target"))]
    if not chosen: raise Refused(f"{folder}: a patch that changes nothing: {entry}")
    for index in chosen:
        if isinstance(patch, list):
            documents[index] = jsonpatch.apply_patch(documents[index], patch)
        else:
            documents[index] = merged(documents[index], patch)
    return documents


def is_target(document, patch, target):
    if target is None:
        return isinstance(patch, dict) and identity(document) == identity(patch)
    if set(target) - {"kind", "name"}: raise Refused(f"a target with {sorted(target)}")
    return all(re.fullmatch(target[key], value) for key, value in
               (("kind", document["kind"]), ("name", document["metadata"]["name"])) if key in target)


def merged(old, new, name=""):
    """A strategic merge: maps by their keys, null takes away, the lists above by a field, everything else is replaced."""
    if isinstance(old, dict) and isinstance(new, dict):
        if "$patch" in new: raise Refused("$patch is not applied here")
        result = copy.deepcopy(old)
        for key, value in new.items():
            if value is None: result.pop(key, None)
            else: result[key] = merged(old[key], value, key) if key in old else copy.deepcopy(value)
        return result
    if isinstance(old, list) and isinstance(new, list) and name in MERGED_BY:
        by = MERGED_BY[name]
        result = {row[by]: row for row in copy.deepcopy(old)}
        for row in new: result[row[by]] = merged(result[row[by]], row) if row[by] in result else copy.deepcopy(row)
        return list(result.values())
    return copy.deepcopy(new)
