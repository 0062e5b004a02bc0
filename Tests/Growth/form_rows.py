"""Further rows of the growth table: documents that also leave in every form, each of a field that a form repeats."""
from rows import row
from uploads import COLLECTED_AT, START, source

# A long document is in memory as text, parsed, and as the records of a form.
FORMS = {"settings": lambda n: {"formats": ["fhir", "omh"]}, "output": 80, "memory": 80}


@row("heart rates in every form", 400, **FORMS)
def _(upload, n): return [upload.line([upload.heart_rate(START + 2 * k, value=60 + k % 40) for k in range(n)])]


@row("heart rates in every form, in parts", 4000, **FORMS)
def _(upload, n): return [upload.line([upload.heart_rate(START + k / 4, value=60 + k % 40) for k in range(n)])]


@row("a night in every form", 300, **FORMS)
def _(upload, n): return [upload.line([upload.sleep(START + 60 * k, START + 60 * k + 60, value=3 + k % 3) for k in range(n)])]


@row("metadata in every form", 300, **FORMS)
def _(upload, n): return [upload.line([upload.heart_rate(START, metadata={f"key-{k}": k for k in range(n)})])]


@row("sources in every form", 200, **FORMS)
def _(upload, n): return [upload.line([upload.heart_rate(START + 2 * k, source=source(k)) for k in range(n)])]


@row("members of a correlation in every form", 200, **FORMS)
def _(upload, n):
    fiber = {"value": 1, "unit": "g"}
    members = [upload.sample("HKQuantityTypeIdentifierDietaryFiber", START, **fiber) for _ in range(n)]
    return [upload.line([upload.sample("HKCorrelationTypeIdentifierFood", START, objects=members)])]


@row("voltages in every form", 1500, **FORMS)
def _(upload, n):
    return [upload.line([upload.sample("HKDataTypeIdentifierElectrocardiogram", START, START + 30, sampling_frequency=512,
                                       voltages=[k % 300 / 7 for k in range(n)])])]


@row("heartbeats in every form", 250, **FORMS)
def _(upload, n):
    beats = [{"time_since_start": 0.8 * k, "preceded_by_gap": k % 50 == 0} for k in range(n)]
    return [upload.line([upload.sample("HKDataTypeIdentifierHeartbeatSeries", START, START + n, beats=beats)])]


@row("fields of another kind in every form", 300, **FORMS)
def _(upload, n):
    points = [{"frequency": {"value": 125 + k, "unit": "Hz"}, "left_ear": {"value": k % 60, "unit": "dBHL"}} for k in range(n)]
    return [upload.line([upload.sample("HKDataTypeIdentifierAudiogram", START, START + 60, sensitivity_points=points)])]


@row("motion in every form", 300, **FORMS)
def _(upload, n):
    kinds = ["walking", "stationary", "cycling"]
    return [upload.line([upload.motion(START + 400 * k, kinds[k % 3]) for k in range(n)], collected_at=COLLECTED_AT)]


@row("samples of a workout in every form", 400, **FORMS)
def _(upload, n):
    return [upload.line([upload.workout(START, START + 10 * n)]
                        + [upload.heart_rate(START + 10 * k, value=100 + k % 50) for k in range(n)])]


@row("elements of a clinical record in every form", 800, **FORMS)
def _(upload, n):
    components = [{"valueQuantity": {"value": k + 0.5}} for k in range(n)]
    resource = {"resourceType": "Observation", "status": "final", "component": components}
    return [upload.line([upload.sample("HKClinicalTypeIdentifierLabResultRecord", START, display_name="Haemoglobin",
                                       fhir_resource=resource)])]


@row("zones of samples in every form", 400, **FORMS)
def _(upload, n):
    zones = ["Europe/Vilnius", "Asia/Tokyo", "America/New_York", "Asia/Kathmandu"]
    return [upload.line([upload.heart_rate(START + 5 * k, metadata={"HKTimeZone": zones[k % 4]}) for k in range(n)])]
