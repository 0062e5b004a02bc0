import JSON
import Vocabulary

/// Audiograms, vision prescriptions and clinical records.
extension ExportReader {
    mutating func beginAudiogram() -> ExportElement {
        other = OtherDraft()
        guard let type = Catalogue.sampleType(named: "HKDataTypeIdentifierAudiogram"), let bounds = bounds(of: type),
            let origin = origin()
        else { return .audiogram }
        other?.head = (type, bounds.start, bounds.end, origin)
        return .audiogram
    }

    mutating func addSensitivityPoint() {
        guard let draft = other, !draft.isTooLong else { return }
        var points = draft.points
        points.raw(points.bytes.isEmpty ? "{" : ",{")
        for (value, unit, name) in Self.hearing {
            write(name, value, scanner.value(of: unit), into: &points, of: "an audiogram")
        }
        points.raw("}")
        other?.points = points
    }

    private static let hearing: [(value: StaticString, unit: StaticString, name: StaticString)] = [
        ("frequencyValue", "frequencyUnit", "frequency"), ("leftEarValue", "leftEarUnit", "left_ear_sensitivity"),
        ("rightEarValue", "rightEarUnit", "right_ear_sensitivity"),
    ]

    mutating func beginPrescription() -> ExportElement {
        other = OtherDraft()
        guard let type = Catalogue.sampleType(named: "HKVisionPrescriptionTypeIdentifier"), let origin = origin() else {
            return .prescription
        }
        guard let issued = date(scanner.value(of: "dateIssued")) else {
            tally.leaveOut("a start that is not a date")
            return .prescription
        }
        guard isTaken(type, start: issued, end: issued) else { return .prescription }
        other?.head = (type, issued, issued, origin)
        var members = Writer()
        let kind = scanner.string("type") ?? ""
        let code = kind.lowercased().contains("glasses") ? 1 : kind.lowercased().contains("contact") ? 2 : Int(kind)
        if let code {
            members.raw("\"prescription_type\":")
            members.number(code)
        } else {
            OtherDraft.write("prescription_type", Array(kind.utf8), into: &members)
        }
        OtherDraft.write("date_issued", scanner.value(of: "dateIssued"), into: &members)
        OtherDraft.write("expiration_date", scanner.value(of: "expirationDate"), into: &members)
        OtherDraft.write("brand", scanner.value(of: "brand"), into: &members)
        other?.members = members
        return .prescription
    }

    /// Returns a date, or the start of a day in the zone of the import, in milliseconds since 2001; nil for other text.
    mutating func date(_ text: [UInt8]?) -> Int64? {
        guard let text else { return nil }
        if let instant = dates.milliseconds(text[...]) { return instant }
        return Day(text.span).map { midnight(of: $0) }
    }

    /// Returns the beginning of a day in the zone of the import, in milliseconds since 2001.
    mutating func midnight(of day: Day) -> Int64 {
        // Days and uploads need the same zone, so the zone is fixed at the first day of the export.
        fixZone()
        return Instant.milliseconds(zone.bounds(of: day).start)
    }

    mutating func addEye() {
        guard let draft = other, draft.head != nil, !draft.isTooLong else { return }
        var members = draft.members
        if !members.bytes.isEmpty { members.raw(",") }
        members.raw(scanner.isNamed("RightEye") ? "\"right_eye\":{" : "\"left_eye\":{")
        for (attribute, unit, name) in Self.lens {
            write(name, attribute, scanner.value(of: unit), into: &members, of: "a vision prescription")
        }
        members.raw("}")
        other?.members = members
    }

    private static let lens: [(attribute: StaticString, unit: StaticString, name: StaticString)] = [
        ("sphere", "sphereUnit", "sphere"), ("cylinder", "cylinderUnit", "cylinder"), ("axis", "axisUnit", "axis"),
        ("add", "addUnit", "add_power"), ("vertex", "vertexUnit", "vertex_distance"),
        ("prismAmount", "prismAmountUnit", "prism_amount"), ("prismAngle", "prismAngleUnit", "prism_angle"),
        ("farPD", "farPDUnit", "far_pupillary_distance"), ("nearPD", "nearPDUnit", "near_pupillary_distance"),
        ("baseCurve", "baseCurveUnit", "base_curve"), ("diameter", "diameterUnit", "diameter"),
    ]

    /// Adds the audiogram or prescription at the end of its element.
    mutating func endOther() {
        defer { other = nil }
        guard let draft = other, let head = draft.head else { return }
        if draft.isTooLong {
            return tally.leaveOut("a sample that is longer than workers take")
        }
        add(head.type, start: head.start, end: head.end, origin: head.origin, metadata: draft.metadata) {
            if head.type.kind == .audiogram {
                $0.raw("\"sensitivity_points\":[")
                $0.raw(draft.points.bytes)
                $0.raw("]")
            } else {
                $0.raw(draft.members.bytes)
            }
        }
    }

    /// Remembers a clinical record until its file is read.
    mutating func addClinicalRecord() -> ExportElement {
        guard let received = dates.milliseconds(scanner.slice("receivedDate")), let origin = origin() else {
            tally.leaveOut("a clinical record without a date")
            return .leaf
        }
        guard let path = scanner.string("resourceFilePath"), !path.isEmpty else {
            tally.leaveOut("a clinical record without a file")
            return .leaf
        }
        for name in ["type", "identifier", "sourceURL", "fhirVersion"] as [StaticString] {
            guard (scanner.slice(name)?.count ?? 0) < 1_000 else {
                tally.leaveOut("a clinical record with a text of more than 1,000 bytes")
                return .leaf
            }
        }
        let record = References.ClinicalRecord(
            resource: scanner.value(of: "type") ?? [],
            received: received,
            origin: origin,
            identifier: scanner.value(of: "identifier") ?? [],
            sourceURL: scanner.value(of: "sourceURL") ?? [],
            fhirVersion: scanner.value(of: "fhirVersion") ?? []
        )
        if !references.add(record, at: path) {
            tally.leaveOut("a clinical record beyond the most that are remembered")
        }
        return .leaf
    }
}
