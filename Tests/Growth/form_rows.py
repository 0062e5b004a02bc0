"""The rows of documents that go out in further forms: what repeats in a document, and what a form divides into parts."""
from rows import row
from uploads import START

# FHIR is about ten times as long as the document.
FORMS = {"settings": lambda n: {"formats": ["fhir", "omh"]}, "output": 64}


@row("heart rates of an hour, in all forms", 1500, **FORMS)
def _(upload, n): return [upload.line([upload.heart_rate(START + k, value=60 + k % 50) for k in range(n)])]


@row("heart rates of one id, in all forms", 1000, **FORMS)
def _(upload, n):
    ids = upload.neighbours(n)
    return [upload.line([upload.heart_rate(START + k, id=ids[k], metadata={f"key{j}": j for j in range(4)})
                         for k in range(n)])]


@row("stages of a night, in all forms", 1500, **FORMS)
def _(upload, n): return [upload.line([upload.sleep(START + 20 * k, START + 20 * k + 20, value=3 + k % 2) for k in range(n)])]


@row("voltages of an electrocardiogram, in all forms", 12000, **FORMS)
def _(upload, n):
    return [upload.line([upload.sample("HKDataTypeIdentifierElectrocardiogram", START, START + n // 500 + 1,
                                       classification=1, sampling_frequency={"value": 512, "unit": "Hz"},
                                       voltages=[k % 700 - 350 for k in range(n)])])]


@row("samples of a workout, in all forms", 600, **FORMS)
def _(upload, n):
    return [upload.line([upload.workout(START, START + 10 * n)]
                        + [upload.heart_rate(START + 10 * k, value=100 + k % 50) for k in range(n)])]


@row("correlations, in all forms", 300, **FORMS)
def _(upload, n):
    return [upload.line([upload.sample(
        "HKCorrelationTypeIdentifierBloodPressure", START + 60 * k,
        objects=[upload.sample("HKQuantityTypeIdentifierBloodPressureSystolic", START + 60 * k, value=121, unit="mmHg"),
                 upload.sample("HKQuantityTypeIdentifierBloodPressureDiastolic", START + 60 * k, value=78, unit="mmHg")])
        for k in range(n)])]


@row("members of a resource of a clinical record, in all forms", 3000, **FORMS)
def _(upload, n):
    return [upload.line([upload.sample(
        "HKClinicalTypeIdentifierLabResultRecord", START, display_name="Haemoglobin",
        fhir_resource={"resourceType": "Observation", "status": "final",
                       "component": [{"valueQuantity": {"value": k + 0.5}} for k in range(n)]})])]


@row("metadata of a sample, in all forms", 1000, **FORMS)
def _(upload, n): return [upload.line([upload.heart_rate(START, metadata={f"key{k}": f"value {k}" for k in range(n)})])]


@row("heart rates in metadata of many zones, in all forms", 400, **FORMS)
def _(upload, n):
    zones = ["Europe/Vilnius", "Asia/Tokyo", "America/New_York", "Asia/Kathmandu"]
    return [upload.line([upload.heart_rate(START + 5 * k, metadata={"HKTimeZone": zones[k % 4]}) for k in range(n)])]
