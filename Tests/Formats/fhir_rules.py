"""The rules of FHIR bundles that no library checks: envelopes, ids, tags, times, units, categories and vital signs.

Each function yields sentences, one for each fault. `where` is the place that the sentence begins with.
"""
import datetime, re, uuid

import ucum

APPLE = "http://developer.apple.com/documentation/healthkit"
LOINC = "http://loinc.org"
UCUM = "http://unitsofmeasure.org"
CATEGORY = "http://terminology.hl7.org/CodeSystem/observation-category"
CATEGORIES = {"social-history", "vital-signs", "imaging", "laboratory", "procedure", "survey", "exam", "therapy", "activity"}
STATISTICS = "http://terminology.hl7.org/CodeSystem/observation-statistics"
STATISTIC_CODES = {"average", "minimum", "maximum", "count", "sum"}
DOCUMENT, CONNECTION = "urn:fork-worker:document", "urn:fork-worker:connection"
SOURCE, METADATA = "urn:fork-worker:source", "urn:fork-worker:metadata"
SOURCE_PARTS = {"name", "bundleIdentifier", "version", "productType"}
# UUIDv5 of `fork-worker` among DNS names.
NAMESPACE = uuid.UUID("3f0c5b23-ea08-5992-9cea-208e69fd9129")

# LOINC codes of R4's profiles of vital signs, and the units that each of them takes.
VITAL_SIGNS = {
    "8867-4": {"/min"}, "9279-1": {"/min"}, "2708-6": {"%"}, "8310-5": {"Cel", "[degF]"}, "8302-2": {"cm", "[in_i]"},
    "29463-7": {"g", "kg", "[lb_av]"}, "39156-5": {"kg/m2"}, "8480-6": {"mm[Hg]"}, "8462-4": {"mm[Hg]"}}
PANEL, PANEL_MEMBERS = "85354-9", {"8480-6", "8462-4"}

IDENTIFIER = re.compile("[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}(Z|[+-](0[0-9]|1[0-3]):[0-5][0-9]|[+-]14:00)")
SAMPLED = re.compile(r"(E|-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?)( (E|-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?))*")


def elements(value, path=""):
    """Yields each element of a resource with its path, the resource first."""
    yield path, value
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children: yield from elements(child, f"{path}[{key}]" if isinstance(key, int) else f"{path}.{key}")


def codings(concept, system=None):
    """The codes of a CodeableConcept, of one system or of all."""
    return [row.get("code") for row in (concept or {}).get("coding", []) if system is None or row.get("system") == system]


def bundle(value, key, where):
    """A bundle with its entries. `key` is the key of its record, or None if it is unknown."""
    if value.get("resourceType") != "Bundle" or value.get("type") != "batch": yield f"{where}: not a batch bundle"
    identifier = value.get("identifier") or {}
    record = identifier.get("value") or ""
    if identifier.get("system") != DOCUMENT or not record: yield f"{where}: the identifier is not that of a document"
    if key is not None and key.split("/", key.count("/") - record.count("/"))[-1] != record:
        yield f"{where}: the identifier {record} is not the key {key}"
    document = re.sub("#[0-9]+$", "", record)
    seen = set()
    for number, row in enumerate(value.get("entry", [])):
        place = f"{where}: entry {number}"
        name = (row.get("resource", {}).get("resourceType"), row.get("resource", {}).get("id"))
        if name in seen: yield f"{place}: the id {name[1]} is there twice"
        seen.add(name)
        yield from entry(row, document, place)
    for path, element in elements(value): yield from presence(element, f"{where}: {path}")


def presence(element, where):
    """Whether an element says something, without characters that FHIR refuses."""
    if element in ("", [], {}) or element is None: yield f"{where}: an empty element"
    if isinstance(element, str) and re.search("[\0-\x08\x0b\x0c\x0e-\x1f]", element): yield f"{where}: a control character"
    if isinstance(element, float) and element - element != 0: yield f"{where}: not a finite number"


def entry(row, document, where):
    """An entry: what every resource has, then what its type has."""
    resource = row.get("resource") or {}
    kind, identifier = resource.get("resourceType"), resource.get("id") or ""
    if not IDENTIFIER.fullmatch(identifier): yield f"{where}: the id {identifier} is not a UUID of version 5 in lower case"
    if row.get("fullUrl") != f"urn:uuid:{identifier}": yield f"{where}: fullUrl is not urn:uuid: and the id"
    if row.get("request") != {"method": "PUT", "url": f"{kind}/{identifier}"}: yield f"{where}: not a PUT of {kind}/{identifier}"
    tag = (resource.get("meta") or {}).get("tag")
    if tag != [{"system": DOCUMENT, "code": document}]: yield f"{where}: the tag is not the document {document}"
    for path, element in elements(resource):
        reference = element.get("reference") if isinstance(element, dict) else None
        if isinstance(reference, str) and not re.match("#|[a-z][a-z0-9+.-]*:", reference):
            yield f"{where}: {path}: the reference {reference} is relative"
    if is_of_hospital(resource, document): return
    yield from contained(resource, where)
    if kind == "Observation": yield from observation(resource, document, where)
    elif kind == "Patient": yield from patient(resource, document, where)
    else: yield f"{where}: no resource of type {kind} is expected in {document}"


def is_of_hospital(resource, document):
    """Whether a resource comes from a hospital, as it is. A record without FHIR is an Observation with Apple's code."""
    return document.startswith("clinical/") and not codings(resource.get("code"), APPLE)


def contained(resource, where):
    """Contained resources are referred to, and have no version."""
    names = [row.get("id") for row in resource.get("contained", [])]
    references = [element["reference"] for _, element in elements(resource)
                  if isinstance(element, dict) and isinstance(element.get("reference"), str)]
    used = {reference[1:] for reference in references if reference[0] == "#"}
    for name in names:
        if name not in used: yield f"{where}: the contained resource {name} is referred to by nothing"
    for name in sorted(used - set(names)): yield f"{where}: no contained resource #{name}"
    for row in resource.get("contained", []):
        if row.get("contained"): yield f"{where}: a contained resource contains another"
        if row.get("meta"): yield f"{where}: a contained resource has a version or a tag"


def subject(resource, where):
    """The person, by the connection; returns nothing that a server would have to resolve."""
    given = resource.get("subject") or {}
    identifier = given.get("identifier") or {}
    if given.get("type") != "Patient" or identifier.get("system") != CONNECTION or not identifier.get("value"):
        yield f"{where}: the subject is not the connection"


def observation(resource, document, where):
    """An Observation of ours: its codes, category, time, value, extensions and id."""
    if resource.get("status") != "final": yield f"{where}: the status is not final"
    yield from subject(resource, where)
    yield from identity(resource, document, where)
    yield from measured(resource, where, outer=True)
    for row in resource.get("contained", []):
        if row.get("resourceType") != "Observation": yield f"{where}: contains a {row.get('resourceType')}"
        yield from measured(row, f"{where}: contained {row.get('id')}", outer=False)
    yield from vital_sign(resource, where)
    for row in resource.get("extension", []): yield from extension(row, where)


def identity(resource, document, where):
    """The id is derived from connection, document and sample, for the n-th resource of one sample with `#n`."""
    given = [row.get("value", "") for row in resource.get("identifier", []) if row.get("system") == "urn:ietf:rfc:3986"]
    if len(given) != len(resource.get("identifier", [])) or len(given) > 1: yield f"{where}: an identifier that is not the sample's"
    connection = resource.get("subject", {}).get("identifier", {}).get("value")
    names = codings(resource.get("code"), APPLE)
    if given:
        if not re.fullmatch("urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", given[0]):
            yield f"{where}: the identifier {given[0]} is not a UUID in lower case"
        names = [given[0][9:].upper()]
    if not any(is_derived(resource, connection, document, name) for name in names): yield f"{where}: the id is derived from another name"


def is_derived(resource, connection, document, name):
    """Whether the id of a resource is that of a sample or an identifier, or of the n-th resource of one.

    A document can have two samples of one id, of different types or UTC days: the second one is `/2`.
    """
    whole = f"fhir/{connection}/{document}/{name}"
    names = [whole, *(f"{whole}/{number}" for number in range(2, 10)), *(f"{whole}#{number}" for number in range(2, 400))]
    return any(str(uuid.uuid5(NAMESPACE, name)) == resource.get("id") for name in names)


def measured(resource, where, outer):
    """What an Observation and a contained one share: codes, category, time and values."""
    yield from concept(resource.get("code"), f"{where}: code")
    if outer and not codings(resource.get("code"), APPLE): yield f"{where}: no code of Apple's"
    categories = [codings(row, CATEGORY) for row in resource.get("category", [])]
    if outer and [len(row) for row in categories] != [1] and not is_uncategorized(resource): yield f"{where}: not one category"
    for row in categories:
        if not set(row) <= CATEGORIES: yield f"{where}: the category {row} is unknown"
    times = [key for key in resource if key.startswith("effective")]
    if outer and len(times) != 1: yield f"{where}: not one effective time"
    for key in times: yield from time(resource[key], f"{where}: {key}")
    values = [key for key in resource if key.startswith("value")]
    if not (values or "dataAbsentReason" in resource or resource.get("component") or resource.get("hasMember")):
        yield f"{where}: neither value nor component"
    yield from valued(resource, where)
    own = set(map(str, codings(resource.get("code"))))
    for number, row in enumerate(resource.get("component", [])):
        place = f"{where}: component {number}"
        yield from concept(row.get("code"), place)
        if not [key for key in row if key.startswith("value")] and "dataAbsentReason" not in row: yield f"{place}: no value"
        for part in row.get("extension", []): yield from extension(part, place)
        yield from valued(row, place)
        # R4's obs-7; codes of different systems never are equal here.
        if values and own & set(codings(row.get("code"))): yield f"{place}: its code is that of the Observation, which has a value"


def is_uncategorized(resource):
    """Whether an Observation may be without category: a clinical record without FHIR, or a date of birth that is not a date."""
    names = codings(resource.get("code"), APPLE)
    return bool(names) and re.match("HK(Clinical|Document|Characteristic)TypeIdentifier", names[0]) is not None


def concept(value, where):
    """Codes with their system and name, LOINC's before Apple's."""
    rows = (value or {}).get("coding", [])
    if not rows: yield f"{where}: no code"
    for row in rows:
        if not (row.get("system") and row.get("code")): yield f"{where}: a code without system"
        if row.get("system") in (LOINC, APPLE) and not row.get("display"): yield f"{where}: the code {row.get('code')} has no name"
        if re.search(r"^\s|\s\s|\s$|[\t\n\r]", row.get("code") or ""): yield f"{where}: the code {row.get('code')!r} has blanks"
        if row.get("system") == LOINC and not re.fullmatch("[0-9]{1,7}-[0-9]", row.get("code") or ""):
            yield f"{where}: {row.get('code')} is not a code of LOINC"
        if row.get("system") == STATISTICS and row.get("code") not in STATISTIC_CODES: yield f"{where}: {row.get('code')} is not a statistic"
    systems = [row.get("system") for row in rows]
    if LOINC in systems and APPLE in systems and systems.index(APPLE) < systems.index(LOINC): yield f"{where}: Apple's code is before LOINC's"


def time(value, where):
    """A moment with milliseconds and offset, or a period of two in order."""
    moments = [value.get("start"), value.get("end")] if isinstance(value, dict) else [value]
    for moment in moments:
        if not TIME.fullmatch(moment or ""):
            yield f"{where}: {moment} has no milliseconds or no offset"
            return
    moments = [datetime.datetime.fromisoformat(moment.replace("Z", "+00:00")) for moment in moments]
    if moments != sorted(moments): yield f"{where}: the end is before the start"
    if isinstance(value, dict) and moments[0] == moments[1] and where.endswith("effectivePeriod"): yield f"{where}: an instant is not a period"


def valued(row, where):
    """The value of an Observation or a component."""
    values = [key for key in row if key.startswith("value")]
    if len(values) > 1: yield f"{where}: {' and '.join(values)}"
    if values and "dataAbsentReason" in row: yield f"{where}: a value and the reason that there is none"
    if "valueQuantity" in row: yield from quantity(row["valueQuantity"], where)
    if "valueCodeableConcept" in row: yield from concept(row["valueCodeableConcept"], where)
    if "valuePeriod" in row: yield from time(row["valuePeriod"], f"{where}: valuePeriod")
    if "valueSampledData" in row: yield from sampled(row["valueSampledData"], where)


def quantity(value, where):
    """A number with a unit. A unit has a code of UCUM, unless it is a text of an upload that UCUM does not know."""
    if not isinstance(value.get("value"), (int, float)) or isinstance(value.get("value"), bool): yield f"{where}: no number"
    if not value.get("unit") and "code" in value: yield f"{where}: no unit"
    if ("code" in value) != ("system" in value): yield f"{where}: of system and code one is missing"
    if not {"code", "system"} <= set(value): return
    if value["system"] != UCUM: yield f"{where}: units of {value['system']}"
    fault = ucum.fault(value["code"])
    if fault: yield f"{where}: {value['code']!r} is not of UCUM: {fault}"


def sampled(value, where):
    """At most ten seconds of an electrocardiogram."""
    yield from quantity(value.get("origin", {}), f"{where}: origin")
    if value.get("origin", {}).get("value") != 0 or value.get("dimensions") != 1: yield f"{where}: not one series with origin 0"
    if not SAMPLED.fullmatch(value.get("data", "")): yield f"{where}: the data are not numbers with single blanks"
    length = len(value.get("data", "").split(" ")) * value.get("period", 0)
    if not 0 < length <= 10_000.001: yield f"{where}: {length} ms"


def vital_sign(resource, where):
    """What R4's profiles of vital signs demand."""
    codes = set(codings(resource.get("code"), LOINC))
    is_vital = "vital-signs" in [code for row in resource.get("category", []) for code in codings(row, CATEGORY)]
    known = codes & (set(VITAL_SIGNS) | {PANEL})
    if known and not is_vital: yield f"{where}: {known} without the category vital-signs"
    if is_vital and not known: yield f"{where}: no LOINC code of vital signs"
    if PANEL in codes:
        if [key for key in resource if key.startswith("value")]: yield f"{where}: a panel with a value"
        members = [set(codings(row.get("code"), LOINC)) & PANEL_MEMBERS for row in resource.get("component", [])]
        if sorted(map(sorted, members)) != [["8462-4"], ["8480-6"]]: yield f"{where}: not the two components of a blood pressure"
        for row in resource.get("component", []): yield from vital_value(row, {"mm[Hg]"}, f"{where}: component")
    elif known:
        yield from vital_value(resource, set.union(*(VITAL_SIGNS[code] for code in known)), where)


def vital_value(row, units, where):
    """A quantity in one of the units, or the reason that there is none."""
    value = row.get("valueQuantity")
    if value is None and "dataAbsentReason" not in row: yield f"{where}: a vital sign without value"
    if value is not None and (value.get("system") != UCUM or value.get("code") not in units):
        yield f"{where}: a vital sign in {value.get('code')}, not in {' or '.join(sorted(units))}"


def extension(row, where):
    """An extension of ours: a source by its parts, or a key of metadata with its value."""
    parts = {part.get("url"): part for part in row.get("extension", [])}
    if len(parts) != len(row.get("extension", [])): yield f"{where}: a part of the extension {row.get('url')} is there twice"
    if row.get("url") == SOURCE:
        if not parts or not set(parts) <= SOURCE_PARTS: yield f"{where}: a source with {sorted(map(str, parts))}"
        if any("valueString" not in part for part in parts.values()): yield f"{where}: a source with a part that is not text"
    elif row.get("url") == METADATA:
        if set(parts) != {"key", "value"}: yield f"{where}: metadata with {sorted(map(str, parts))}"
        elif "valueString" not in parts["key"]: yield f"{where}: metadata with a key that is not text"
        elif "valueQuantity" in parts["value"]: yield from quantity(parts["value"]["valueQuantity"], f"{where}: metadata")
    else: yield f"{where}: the extension {row.get('url')} has no definition"


def patient(resource, document, where):
    """The person of a connection."""
    connections = [row.get("value") for row in resource.get("identifier", []) if row.get("system") == CONNECTION]
    if len(connections) != 1: yield f"{where}: a patient without the connection"
    elif not is_derived(resource, connections[0], document, "patient"): yield f"{where}: the id is derived from another name"
    if not {"gender", "birthDate"} & set(resource): yield f"{where}: a patient of whom nothing is known"
    if resource.get("gender", "other") not in ("male", "female", "other", "unknown"): yield f"{where}: the gender {resource['gender']}"
    if not re.fullmatch("[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?", resource.get("birthDate", "2000")): yield f"{where}: the date {resource['birthDate']}"
