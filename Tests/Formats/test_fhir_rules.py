"""What the checks of FHIR bundles find, shown by planting it in good ones."""
import copy, json, pathlib, subprocess, sys, unittest, uuid

import fhir_libraries, fhir_rules, ucum

APPLE, CATEGORY, LOINC, UCUM = fhir_rules.APPLE, fhir_rules.CATEGORY, fhir_rules.LOINC, fhir_rules.UCUM
SAMPLE = "0f6e1d2c-3b4a-4958-8776-655443322110"
START, END = "2024-04-17T00:00:00.000+03:00", "2024-04-17T07:30:00.500+03:00"


def code(*rows): return {"coding": [dict(zip(("system", "code", "display"), row)) for row in rows]}
def quantity(value, unit, code): return {"value": value, "unit": unit, "system": UCUM, "code": code}
def measured(codes, **more): return {"code": code(*codes), **more}


def observation(document, category, codes, sample=SAMPLE, suffix="", **more):
    name = sample.upper() if sample else codes[-1][1]
    return {
        "resourceType": "Observation", "id": str(uuid.uuid5(fhir_rules.NAMESPACE, f"fhir/conn-7/{document}/{name}{suffix}")),
        "meta": {"tag": [{"system": fhir_rules.DOCUMENT, "code": document}]}, "status": "final",
        **({"identifier": [{"system": "urn:ietf:rfc:3986", "value": f"urn:uuid:{sample}"}]} if sample else {}),
        "category": [code((CATEGORY, category, category))], "code": code(*codes),
        "subject": {"type": "Patient", "identifier": {"system": fhir_rules.CONNECTION, "value": "conn-7"}}, **more}


def bundle(document, *resources):
    return {"resourceType": "Bundle", "type": "batch", "identifier": {"system": fhir_rules.DOCUMENT, "value": document}, "entry": [
        {"fullUrl": f"urn:uuid:{row['id']}", "resource": row, "request": {"method": "PUT", "url": f"{row['resourceType']}/{row['id']}"}}
        for row in resources]}


def hospital(kind, suffix, **more):
    name = f"fhir/conn-7/clinical/2024-04-16/{suffix}"
    return {"resourceType": kind, "id": str(uuid.uuid5(fhir_rules.NAMESPACE, name)),
            "meta": {"tag": [{"system": fhir_rules.DOCUMENT, "code": "clinical/2024-04-16"}]}, **more}


HEART = bundle("heart/2024-04-16T21Z", observation(
    "heart/2024-04-16T21Z", "vital-signs", [(LOINC, "8867-4", "Heart rate"), (APPLE, "HKQuantityTypeIdentifierHeartRate", "Heart Rate")],
    effectiveDateTime=START, valueQuantity=quantity(62.5, "beats/minute", "/min"), device={"display": "Apple Watch"},
    extension=[{"url": fhir_rules.SOURCE, "extension": [{"url": "name", "valueString": "Apple Watch"}]},
               {"url": fhir_rules.METADATA, "extension": [{"url": "key", "valueString": "HKMetadataKeyHeartRateMotionContext"},
                                                          {"url": "value", "valueQuantity": {"value": 1, "unit": "count"}}]}]))
PRESSURE = bundle("vitalSigns/2024-04-16", observation(
    "vitalSigns/2024-04-16", "vital-signs", [(LOINC, "85354-9", "Blood pressure panel"), (APPLE, "HKCorrelationTypeIdentifierBloodPressure", "Blood Pressure")],
    effectiveDateTime=START, component=[
        measured([(LOINC, "8480-6", "Systolic blood pressure")], valueQuantity=quantity(120, "mmHg", "mm[Hg]")),
        measured([(LOINC, "8462-4", "Diastolic blood pressure")], dataAbsentReason=code(("http://terminology.hl7.org/CodeSystem/data-absent-reason", "unknown", "Unknown")))]))
STEPS = bundle("steps/2024-04-16", observation(
    "steps/2024-04-16", "activity", [(LOINC, "55423-8", "Number of steps"), (APPLE, "HKQuantityTypeIdentifierStepCount", "Step Count")], sample=None,
    effectivePeriod={"start": START, "end": END}, valueQuantity=quantity(8123, "steps", "{steps}")))
NIGHT = bundle("sleep/A", observation(
    "sleep/A", "activity", [(LOINC, "93832-4", "Sleep duration"), (APPLE, "HKCategoryTypeIdentifierSleepAnalysis", "Sleep Analysis")],
    effectivePeriod={"start": START, "end": END}, valueQuantity=quantity(409, "min", "min"), hasMember=[{"reference": "#stages"}],
    component=[measured([(LOINC, "93831-6", "Deep sleep duration")], valueQuantity=quantity(85, "min", "min"))],
    contained=[{"resourceType": "Observation", "id": "stages", "status": "final", "code": code((APPLE, "HKCategoryTypeIdentifierSleepAnalysis", "Sleep Analysis")),
                "component": [measured([(APPLE, "HKCategoryTypeIdentifierSleepAnalysis.4", "Deep")], valuePeriod={"start": START, "end": START})]}]))
WAVES = bundle("electrocardiogram/2024-04-16#2", observation(
    "electrocardiogram/2024-04-16", "procedure", [(APPLE, "HKDataTypeIdentifierElectrocardiogram", "Electrocardiogram")], suffix="#2", effectivePeriod={"start": START, "end": END},
    component=[measured([("urn:iso:std:iso:11073:10101", "131329", "MDC_ECG_ELEC_POTL_I")], valueSampledData={
        "origin": quantity(0, "uV", "uV"), "period": 2, "dimensions": 1, "data": "1.5 -2 3e-07"})]))
PERSON = bundle("characteristic", {
    "resourceType": "Patient", "id": str(uuid.uuid5(fhir_rules.NAMESPACE, "fhir/conn-7/characteristic/patient")),
    "meta": {"tag": [{"system": fhir_rules.DOCUMENT, "code": "characteristic"}]}, "gender": "female", "birthDate": "1980-02-29",
    "identifier": [{"system": fhir_rules.CONNECTION, "value": "conn-7"}]})
HOSPITAL = bundle(
    "clinical/2024-04-16", hospital("Condition", "A", subject={"identifier": {"value": "Patient/7"}}, code={"text": "Asthma"}),
    hospital("Binary", "B", contentType="application/fhir+json", data="e30="))
GOOD = (HEART, PRESSURE, STEPS, NIGHT, WAVES, PERSON, HOSPITAL)


def first(value): return value["entry"][0]["resource"]
def part(value, number=0): return first(value)["component"][number]
def own(value, number=0): return first(value)["extension"][number]["extension"]


# A good bundle, what is planted, and a word of the sentence that must come of it.
PLANTED = {
    "a collection": (HEART, lambda b: b.update(type="collection"), "not a batch"),
    "a document of another system": (HEART, lambda b: b["identifier"].update(system="urn:x"), "not that of a document"),
    "an entry twice": (HEART, lambda b: b["entry"].append(b["entry"][0]), "is there twice"),
    "a URL in capitals": (HEART, lambda b: b["entry"][0].update(fullUrl=b["entry"][0]["fullUrl"].upper()), "fullUrl"),
    "a POST": (HEART, lambda b: b["entry"][0]["request"].update(method="POST"), "not a PUT"),
    "a PUT of another": (HEART, lambda b: b["entry"][0]["request"].update(url="Observation/1"), "not a PUT"),
    "an id of another name": (HEART, lambda b: first(b)["subject"]["identifier"].update(value="conn-8"), "another name"),
    "a random id": (HEART, lambda b: first(b).update(id=SAMPLE), "version 5"),
    "no tag": (HEART, lambda b: first(b).pop("meta"), "the tag"),
    "the tag of a part": (WAVES, lambda b: first(b)["meta"]["tag"][0].update(code="electrocardiogram/2024-04-16#2"), "the tag"),
    "a preliminary result": (HEART, lambda b: first(b).update(status="preliminary"), "not final"),
    "a status that FHIR does not have": (HEART, lambda b: first(b).update(status="done well "), "fhirkit"),
    "nobody": (HEART, lambda b: first(b).pop("subject"), "not the connection"),
    "a sample in capitals": (HEART, lambda b: first(b)["identifier"][0].update(value=f"urn:uuid:{SAMPLE.upper()}"), "lower case"),
    "no code": (HEART, lambda b: first(b).pop("code"), "Superfluous|is missing|required element"),
    "no code of Apple": (HEART, lambda b: first(b)["code"]["coding"].pop(), "no code of Apple"),
    "Apple first": (HEART, lambda b: first(b)["code"]["coding"].reverse(), "before LOINC"),
    "a code without name": (HEART, lambda b: first(b)["code"]["coding"][1].pop("display"), "has no name"),
    "a code with blanks": (HEART, lambda b: first(b)["code"]["coding"][1].update(code="a  b"), "has blanks"),
    "a code that LOINC cannot have": (STEPS, lambda b: first(b)["code"]["coding"][0].update(code="steps"), "not a code of LOINC"),
    "no category": (STEPS, lambda b: first(b).pop("category"), "not one category"),
    "an unknown category": (STEPS, lambda b: first(b)["category"][0]["coding"][0].update(code="sport"), "is unknown"),
    "no time": (STEPS, lambda b: first(b).pop("effectivePeriod"), "not one effective time"),
    "two times": (STEPS, lambda b: first(b).update(effectiveDateTime=START), "not one effective time"),
    "two digits of a second": (HEART, lambda b: first(b).update(effectiveDateTime="2024-04-17T00:00:00.00Z"), "no milliseconds"),
    "no offset": (HEART, lambda b: first(b).update(effectiveDateTime="2024-04-17T00:00:00.000"), "fhirkit"),
    "an offset beyond FHIR's": (HEART, lambda b: first(b).update(effectiveDateTime="2024-04-17T00:00:00.000+14:30"), "no offset"),
    "an end before the start": (STEPS, lambda b: first(b)["effectivePeriod"].update(end="2024-04-16T23:59:59.999+03:00"), "before the start"),
    "a period without length": (STEPS, lambda b: first(b)["effectivePeriod"].update(end=START), "an instant"),
    "no value": (STEPS, lambda b: first(b).pop("valueQuantity"), "neither value nor component"),
    "two values": (STEPS, lambda b: first(b).update(valueString="8123"), "valueString"),
    "a value that is absent": (STEPS, lambda b: first(b).update(dataAbsentReason={"text": "unknown"}), "the reason that there is none"),
    "a component without value": (NIGHT, lambda b: part(b).pop("valueQuantity"), "no value"),
    "a component with the code of its Observation": (NIGHT, lambda b: part(b)["code"]["coding"][0].update(code="93832-4"), "that of the Observation"),
    "a number that is text": (STEPS, lambda b: first(b)["valueQuantity"].update(value="8123"), "no number"),
    "a unit without name": (STEPS, lambda b: first(b)["valueQuantity"].pop("unit"), "no unit"),
    "a unit without system": (STEPS, lambda b: first(b)["valueQuantity"].pop("system"), "one is missing"),
    "a unit of HealthKit": (STEPS, lambda b: first(b)["valueQuantity"].update(code="count"), "not of UCUM"),
    "a statistic that nobody knows": (NIGHT, lambda b: part(b).update(code=code((fhir_rules.STATISTICS, "most", "Most"))), "not a statistic"),
    "a vital sign of another category": (HEART, lambda b: first(b)["category"][0]["coding"][0].update(code="exam"), "without the category"),
    "a vital sign without LOINC": (HEART, lambda b: first(b)["code"]["coding"].pop(0), "no LOINC code of vital signs"),
    "a heart rate in Hz": (HEART, lambda b: first(b)["valueQuantity"].update(code="Hz"), "not in /min"),
    "a panel with a value": (PRESSURE, lambda b: first(b).update(valueQuantity=quantity(120, "mmHg", "mm[Hg]")), "panel with a value"),
    "a pressure without its second": (PRESSURE, lambda b: first(b)["component"].pop(), "two components"),
    "a pressure in kPa": (PRESSURE, lambda b: part(b)["valueQuantity"].update(code="kPa"), "not in mm"),
    "a contained resource without reference": (NIGHT, lambda b: first(b).pop("hasMember"), "referred to by nothing"),
    "a reference to nothing": (NIGHT, lambda b: first(b).pop("contained"), "no contained resource"),
    "a contained resource with a tag": (NIGHT, lambda b: first(b)["contained"][0].update(meta={"versionId": "1"}), "a version"),
    "a relative reference": (HOSPITAL, lambda b: first(b).update(subject={"reference": "Patient/7"}), "is relative"),
    "eleven seconds of an electrocardiogram": (WAVES, lambda b: part(b)["valueSampledData"].update(data="0 " * 5499 + "0"), "ms"),
    "samples that are words": (WAVES, lambda b: part(b)["valueSampledData"].update(data="1 two 3"), "not numbers"),
    "a source of nothing": (HEART, lambda b: own(b)[0].update(url="title"), "a source with"),
    "metadata without key": (HEART, lambda b: own(b, 1).pop(0), "metadata with"),
    "an extension of nobody's": (HEART, lambda b: first(b)["extension"][0].update(url="urn:x"), "has no definition"),
    "a patient of nobody": (PERSON, lambda b: first(b).pop("identifier"), "without the connection"),
    "a gender that FHIR does not have": (PERSON, lambda b: first(b).update(gender="notSet"), "the gender"),
    "a day that is none": (PERSON, lambda b: first(b).update(birthDate="1980-02-30"), "fhirclient|fhirkit"),
    "a medication where none is": (STEPS, lambda b: b.update(entry=bundle("steps/2024-04-16", hospital("Medication", "A"))["entry"]), "is expected"),
    "an unknown element": (HOSPITAL, lambda b: first(b).update(colour="red"), "fhirclient"),
    "an empty text": (HEART, lambda b: first(b)["device"].update(display=""), "empty element"),
    "a null": (HEART, lambda b: first(b).update(note=None), "empty element"),
    "a control character": (HEART, lambda b: first(b)["device"].update(display="a\u0001b"), "control character"),
    "an infinite number": (HEART, lambda b: first(b)["valueQuantity"].update(value=float("inf")), "finite"),
}

UNITS = ("1", "%", "/min", "kg/m2", "mm[Hg]", "Cel", "dB[SPL]", "kcal/(kg.h)", "mL/kg/min", "{steps}", "10*3/uL", "m.s-1", "[iU]/L", "uV")
NO_UNITS = ("", "count", "kg/m^2", "m/", "(m", "m)", "m..s", "m s", "dBASPL", "degC", "{a", "hkg", "mmin")


def faults(value, key=None):
    return [*fhir_libraries.bundle(value, "there"), *fhir_rules.bundle(value, key, "there")]


class RuleTests(unittest.TestCase):
    maxDiff = None

    def test_good_bundles_have_no_fault(self):
        for value in GOOD: self.assertEqual(faults(value, value["identifier"]["value"]), [])

    def test_each_planted_fault_is_found(self):
        for name, (good, plant, words) in PLANTED.items():
            with self.subTest(name):
                value = copy.deepcopy(good)
                plant(value)
                self.assertRegex("\n".join(faults(value)), words)

    def test_the_identifier_is_the_key_of_the_record(self):
        name = "heart/2024-04-16T21Z"
        self.assertEqual(faults(HEART, name) + faults(HEART, f"conn-7/{name}"), [])
        self.assertIn("is not the key", faults(HEART, "heart/2024-04-16T22Z")[0])

    def test_units_are_read_by_their_grammar(self):
        for code in UNITS: self.assertIsNone(ucum.fault(code), code)
        for code in NO_UNITS: self.assertIsNotNone(ucum.fault(code), code)

    def test_a_definition_without_a_part_is_found(self):
        schemas = pathlib.Path(__file__).parent.parent.parent / "schemas" / "fhir"
        self.assertEqual(list(fhir_libraries.definitions(schemas)), [])
        self.assertIn("no definition", " ".join(fhir_libraries.definitions(pathlib.Path(__file__).parent)))

    def test_the_command_fails_for_faults_and_for_nothing(self):
        check = [sys.executable, "-B", str(pathlib.Path(__file__).parent / "check-fhir")]
        record = {"topic": "fork.fhir.conn-7", "key": "characteristic", "value": PERSON}
        tombstone, document = {**record, "value": None}, {**record, "topic": "fork.connection.conn-7"}
        for rows, status, end in (([], 1, "no bundle was read\nfhir: 0 resources in 0 bundles, 0 faults"),
                                  ([tombstone, document], 1, "0 resources in 0 bundles, 0 faults"),
                                  ([record, HOSPITAL], 0, "3 resources in 2 bundles, 0 faults"),
                                  ([{**HEART, "type": "history"}], 1, "1 resources in 1 bundles, 1 faults"),
                                  ([{**HEART, "entry": ["a"]}], 1, "faults")):
            done = subprocess.run(check, input="\n".join(map(json.dumps, rows)), capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout.strip()[-len(end):]), (status, end))


if __name__ == "__main__": unittest.main()
