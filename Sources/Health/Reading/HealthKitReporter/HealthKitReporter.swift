import JSON
import Vocabulary

/// Structs of HealthKitReporter, as the Fork SDK sends them: one struct, a list of structs, or a list in `payloads`.
///
/// ```json
/// {"uuid": "0F6E…", "identifier": "HKQuantityTypeIdentifierStepCount", "startTimestamp": 1713268800,
///  "endTimestamp": 1713269100, "sourceRevision": {...}, "harmonized": {"value": 120, "unit": "count"}}
/// ```
enum HealthKitReporter {
    /// The ways in which a record can contain structs.
    enum Shape { case object, array, payloads }

    /// Translates the structs of a record, or throws the refusal of the whole record.
    static func translate(
        _ record: Value,
        _ shape: Shape,
        into upload: inout UploadTranslation
    ) throws(Refusal) {
        guard let list = try list(record, shape) else { return add(record, 0, into: &upload) }
        var elements = list
        var index = 0
        while let element = elements.next() {
            add(element, index, into: &upload)
            index += 1
        }
    }

    /// Returns the list of structs in a record; nil if the record is a single struct.
    @_lifetime(copy record)
    private static func list(_ record: Value, _ shape: Shape) throws(Refusal) -> Elements? {
        switch shape {
        case .object: return nil
        case .array: return record.elements
        case .payloads:
            guard let elements = record.field("payloads")?.elements else { throw .wrongType("payloads", "an array") }
            return elements
        }
    }

    static func counts(_ record: Value, _ shape: Shape) -> (samples: Int, deletions: Int) {
        guard shape != .object else { return deletedID(record) == nil ? (1, 0) : (0, 1) }
        guard let list = try? list(record, shape) else { return (0, 0) }
        var (samples, deletions) = (0, 0)
        var elements = list
        while let element = elements.next() {
            if deletedID(element) == nil { samples += 1 } else { deletions += 1 }
        }
        return (samples, deletions)
    }

    /// The maximum number of structs without id in a record, because the digest of each is stored.
    private static let withoutIDMax = 10_000

    static func elementsWithoutID(_ record: Value, _ shape: Shape) -> [JSONPointer] {
        guard let list = try? list(record, shape) else {
            return shape == .object && hasNoID(record) ? [.root] : []
        }
        let container = shape == .array ? JSONPointer.root : .root.member("payloads")
        var pointers: [JSONPointer] = []
        var elements = list
        var index = 0
        while let element = elements.next(), pointers.count < withoutIDMax {
            if hasNoID(element) { pointers.append(container.element(index)) }
            index += 1
        }
        return pointers
    }

    private static func hasNoID(_ element: Value) -> Bool { element.members != nil && element.field("uuid") == nil }

    /// Adds the samples or the deletion of a struct.
    private static func add(_ element: Value, _ index: Int, into upload: inout UploadTranslation) {
        if let id = deletedID(element) { return upload.addDeletion(0, index, id: id) }
        if CharacteristicStruct.isAny(element) { return CharacteristicStruct.add(element, index, into: &upload) }
        upload.addSample(0, index) { upload, writer throws(Refusal) in
            try SampleStruct.write(element, digest: upload.digest(0, index), &upload, into: &writer)
        }
    }

    /// Returns the id of a deleted object; nil for any other struct.
    ///
    /// A deleted object has no fields except its id and metadata. A deletion is final. So a struct with any other field
    /// is a sample, even if required fields of a sample are missing.
    @_lifetime(copy element)
    private static func deletedID(_ element: Value) -> Value? {
        guard var members = element.members, let id = element.field("uuid") else { return nil }
        while let member = members.next() {
            if member.key == "uuid" || member.key == "metadata" || member.value.isNull { continue }
            return nil
        }
        return id
    }
}
