"""Validates resources by two libraries that are made from R4 (4.0.1): fhirclient and fhirkit-rs.

Each function yields sentences, one for each fault.
"""
import json

import fhirkit
from fhirclient.models import fhirelementfactory

import fhir_rules


def bundle(value, where):
    """A bundle as a whole by fhirkit-rs, and each of its resources by the models of fhirclient."""
    yield from validated(value, where)
    yield from modelled({**value, "entry": []} if "entry" in value else value, where)
    for number, row in enumerate(value.get("entry", [])):
        yield from modelled(row.get("resource") or {}, f"{where}: entry {number}")


def validated(resource, where):
    """A resource by fhirkit-rs, which refuses what is not JSON by an error."""
    try:
        for issue in fhirkit.validate(resource): yield f"{where}: fhirkit: {issue}"
    except ValueError as error:
        yield f"{where}: fhirkit: {error}"


def modelled(resource, where):
    """A resource by the strict models of fhirclient, which also write it again unchanged."""
    try:
        model = fhirelementfactory.FHIRElementFactory.instantiate(resource.get("resourceType"), resource)
        if sorted(model.as_json()) != sorted(key for key in resource if resource[key] != []): yield f"{where}: fhirclient: elements are lost"
    except Exception as error:  # Models raise errors of many types.
        yield f"{where}: fhirclient: {' '.join(str(error).split())}"


def definitions(folder):
    """The StructureDefinitions of the extensions: valid, and of the parts that the rules know."""
    parts = {fhir_rules.SOURCE: fhir_rules.SOURCE_PARTS, fhir_rules.METADATA: {"key", "value"}}
    found = {}
    for file in sorted(folder.glob("StructureDefinition-*.json")):
        value = json.loads(file.read_text())
        yield from validated(value, file.name)
        yield from modelled(value, file.name)
        found[value.get("url")] = {row.get("sliceName") for row in value.get("differential", {}).get("element", [])} - {None}
        yield from definition(value, file.name)
    for url in parts:
        if found.get(url) != parts[url]: yield f"{folder.name}: {url} has the parts {sorted(found.get(url, ['no definition']))}"


def definition(value, where):
    """What R4's rules of StructureDefinition ask for, beyond the form."""
    elements = value.get("differential", {}).get("element", [])
    paths = [row.get("path") for row in elements]
    if paths[:1] != ["Extension"]: yield f"{where}: the first element is not the extension"
    if len({row.get("id") for row in elements}) != len(elements): yield f"{where}: two elements have one id"
    if value.get("type") != "Extension" or value.get("derivation") != "constraint": yield f"{where}: not a constraint of Extension"
    if not value.get("context"): yield f"{where}: no context"
    if [row.get("fixedUri") for row in elements if row.get("path") == "Extension.url"] != [value.get("url")]:
        yield f"{where}: the url of the extension is not that of its definition"
    for row in elements:
        name = (row.get("id") or "").split(":")[-1].split(".")[0]
        if row.get("path") == "Extension.extension.url" and row.get("fixedUri") != name: yield f"{where}: the url of the part {name} is another"
