import JSON
import Vocabulary

/// The files of the archive besides the XML.
extension ExportReader {
    /// The kind of a file in the archive.
    package enum FileKind {
        case route, clinicalRecord, electrocardiogram
    }

    /// The longest file that is read whole: ten times as long as an electrocardiogram.
    package static let longestFile = 2 << 20

    /// Returns the kind of a file, by its path in the export; nil if no sample needs the file.
    package func kind(ofFile path: String) -> FileKind? {
        if Self.isHidden(path) { return nil }
        let path = References.path(path)
        if references.routes[path] != nil { return .route }
        if references.clinicalRecords[path] != nil { return .clinicalRecord }
        // The name of the folder may be in the language of the phone.
        return path.lowercased().hasSuffix(".csv") ? .electrocardiogram : nil
    }

    /// Whether the program that packed the archive has added the file.
    private static func isHidden(_ path: String) -> Bool {
        path.split(separator: "/").contains { $0.hasPrefix(".") || $0 == "__MACOSX" }
    }

    /// Counts a file that is not read, by its path in the export.
    package mutating func pass(_ path: String) {
        if Self.isHidden(path) || references.isSkipped(References.path(path)) { return }
        tally.leaveOut("a file that no element names")
    }

    /// Adds the routes whose file has been read.
    package mutating func end(_ file: consuming RouteFile, path: String) {
        defer { tally.settle() }
        for route in references.takeRoutes(References.path(path)) {
            if let fault = file.fault { tally.leaveOut("a route whose file cannot be read: \(fault.reason)") }
            if file.fault == nil || !file.gpx.points.isEmpty { add(route, file.gpx.points) }
        }
    }

    /// Adds the content of a whole file.
    package mutating func read(_ kind: FileKind, _ bytes: [UInt8], path: String) {
        defer { tally.settle() }
        switch kind {
        case .route: break
        case .clinicalRecord:
            for record in references.takeClinicalRecords(References.path(path)) { add(record, bytes) }
        case .electrocardiogram: addElectrocardiogram(bytes)
        }
    }

    /// The paths (folder and name) of files that elements name, but that were not found yet.
    package var missingFiles: [String] { Array(references.routes.keys) + references.clinicalRecords.keys }

    /// Counts the references whose files were not found; `isXMLAlone` is true if the caller has only the XML.
    package mutating func endFiles(isXMLAlone: Bool = false) {
        let fault = isXMLAlone ? "is not read, as only the XML was given" : "is missing"
        tally.leaveOut("a route whose file \(fault)", count: references.routes.values.joined().count)
        tally.leaveOut(
            "a clinical record whose file \(fault)",
            count: references.clinicalRecords.values.joined().count
        )
        references = References()
    }

    /// The longest FHIR resource as a JSON string: a document must show it in one piece of at most 256 KiB.
    private static let longestResource = 200 << 10

    private mutating func add(_ record: References.ClinicalRecord, _ bytes: [UInt8]) {
        var text = Writer()
        text.string(String(decoding: bytes, as: UTF8.self))
        guard text.bytes.count < Self.longestResource else {
            return tally.leaveOut("a clinical record of more than \(Self.longestResource >> 10) KiB")
        }
        let resource = String(decoding: record.resource, as: UTF8.self)
        guard let name = Self.clinicalType(resource, bytes),
            let type = Catalogue.sampleType(named: "HKClinicalTypeIdentifier\(name)Record")
        else { return tally.leaveOut("unknown clinical record \(resource.prefix(80))") }
        guard isTaken(type, start: record.received, end: record.received) else { return }
        add(
            type,
            start: record.received,
            end: record.received,
            origin: record.origin,
            metadata: MetadataDraft(),
            value: record.identifier
        ) { writer in
            writer.raw("\"fhir_resource\":")
            writer.raw(text.bytes)
            OtherDraft.write("resource_type", record.resource, into: &writer)
            OtherDraft.write("identifier", record.identifier, into: &writer)
            OtherDraft.write("source_url", record.sourceURL, into: &writer)
            OtherDraft.write("fhir_version", record.fhirVersion, into: &writer)
        }
    }

    /// Returns HealthKit's name for a FHIR resource, such as `Allergy`; nil if HealthKit has no type for the resource.
    private static func clinicalType(_ resource: String, _ bytes: [UInt8]) -> String? {
        switch resource {
        case "AllergyIntolerance": "Allergy"
        case "Condition": "Condition"
        case "Coverage": "Coverage"
        case "DiagnosticReport": "LabResult"
        case "DocumentReference": "ClinicalNote"
        case "Immunization": "Immunization"
        case "MedicationDispense", "MedicationOrder", "MedicationRequest", "MedicationStatement": "Medication"
        case "Observation":
            String(decoding: bytes, as: UTF8.self).contains("\"vital-signs\"") ? "VitalSign" : "LabResult"
        case "Procedure": "Procedure"
        default: nil
        }
    }

    private mutating func addElectrocardiogram(_ bytes: [UInt8]) {
        guard let type = Catalogue.sampleType(named: "HKDataTypeIdentifierElectrocardiogram") else { return }
        let file: ECGReader
        do throws(ECGFault) { file = try ECGReader(bytes) } catch { return tally.leaveOut(error.rawValue) }
        guard isTaken(type, start: file.start, end: file.end) else { return }
        let origin = Origins.origin(source: [], version: Array(file.software.utf8), device: file.device)
        var metadata = MetadataDraft()
        if !file.symptoms.isEmpty { metadata.add(Array("symptoms".utf8), Array(file.symptoms.utf8), &texts) }
        add(type, start: file.start, end: file.end, origin: .own(origin), metadata: metadata) {
            $0.raw("\"classification\":")
            if let code = Self.classifications[file.classification] {
                $0.number(code)
            } else {
                $0.string(file.classification)
            }
            if !file.symptoms.isEmpty { $0.raw(",\"symptoms_status\":2") }
            $0.raw(",\"sampling_frequency\":{\"value\":")
            $0.number(file.samplesPerSecond)
            $0.raw(",\"unit\":\"Hz\"},\"voltages\":[")
            $0.raw(file.voltages.bytes)
            $0.raw("]")
        }
    }

    /// HealthKit's codes of the English classifications; a classification in another language stays text.
    private static let classifications = [
        "Sinus Rhythm": 1, "Atrial Fibrillation": 2, "Low Heart Rate": 3, "High Heart Rate": 4, "Poor Recording": 5,
        "Inconclusive": 6,
    ]
}

/// The file of a route while it is read.
package struct RouteFile {
    var gpx = GPXReader()
    private(set) var fault: ImportFault?

    package init() {}

    /// Reads the next bytes of the file.
    package mutating func read(_ bytes: some Collection<UInt8>) {
        guard fault == nil else { return }
        do throws(ImportFault) { try gpx.read(bytes) } catch { fault = error }
    }

    /// Ends the file; must be called once, before the routes of the file are added.
    package mutating func finish() {
        gpx.points.end()
        guard fault == nil else { return }
        do throws(ImportFault) { try gpx.finish() } catch { fault = error }
    }
}
