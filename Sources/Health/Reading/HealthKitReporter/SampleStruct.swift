import JSON
import Vocabulary

/// A struct of HealthKitReporter that is a sample.
enum SampleStruct {
    /// Writes the sample as a JSON object.
    ///
    /// `digest` is the digest of a struct without id. It is nil for a member of a correlation, which must have an id.
    static func write(
        _ element: Value,
        digest: [UInt8]?,
        _ upload: inout UploadTranslation,
        into writer: inout Writer
    ) throws(Refusal) {
        guard element.members != nil else {
            throw Refusal(.decodingError, "A struct of HealthKitReporter must be a JSON object.")
        }
        guard let field = element.field("identifier") else { throw .missing("identifier") }
        guard let identifier = field.text else { throw .wrongType("identifier", "a string") }
        let type = unsafe identifier.withBytes { unsafe Catalogue.sampleType($0) }
        let bounds = try StructDates.bounds(element, type, fallback: upload.start)
        upload.note(end: bounds.end)
        writer.byte(UInt8(ascii: "{"))
        if let id = element.field("uuid") {
            writer.field("id", id)
        } else if let digest {
            writer.key("id")
            writer.string(id(upload.connection, identifier, bounds.start, digest))
        } else {
            throw .missing("uuid")
        }
        writer.field("type", field)
        writer.field("start_date", number: bounds.start)
        writer.field("end_date", number: bounds.end)
        writer.field("device", element.field("device"))
        try writeSource(element.field("sourceRevision"), into: &writer)
        try PayloadStruct.write(element, type, &upload, into: &writer)
        writer.byte(UInt8(ascii: "}"))
    }

    /// Returns the derived id of a struct without id; equal structs of a connection get equal ids.
    static func id(_ connection: ConnectionID, _ identifier: Text, _ start: Double, _ digest: [UInt8]) -> [UInt8] {
        id(connection, identifier.bytes, start, digest)
    }

    static func id(_ connection: ConnectionID, _ identifier: [UInt8], _ start: Double, _ digest: [UInt8]) -> [UInt8] {
        let slash = [UInt8(ascii: "/")]
        let milliseconds = Array(String(Instant.milliseconds(start)).utf8)
        let name =
            Array("dialect/".utf8) + connection.bytes + slash + identifier + slash + milliseconds + slash + digest
        return UUID128.v5(name: name).textBytes
    }

    private static func writeSource(_ revision: Value?, into writer: inout Writer) throws(Refusal) {
        guard let revision else { return }
        guard revision.members != nil else { throw .wrongType("sourceRevision", "an object") }
        let source = revision.field("source")
        if let source, source.members == nil { throw .wrongType("sourceRevision.source", "an object") }
        try writer.object("source") { writer throws(Refusal) in
            writer.field("name", source?.field("name"))
            writer.field("bundle_identifier", source?.field("bundleIdentifier"))
            writer.field("version", revision.field("version"))
            writer.field("product_type", revision.field("productType"))
        }
    }

    /// Writes the metadata: the operating system, fields without a place in the sample, and the struct's metadata.
    ///
    /// - Parameters:
    ///   - element: The struct.
    ///   - payload: The object with the sample's data.
    ///   - writer: The sample, to which the metadata is appended.
    ///   - isNamed: Whether a field of the payload has a place in the sample.
    ///   - isOwn: Whether a field of the struct has a place in the sample, apart from fields that all structs have.
    /// - Throws: A refusal, if the metadata is not an object or contains an integer that does not fit into 64 bits.
    static func writeMetadata(
        _ element: Value,
        _ payload: Value?,
        into writer: inout Writer,
        isNamed: (Text) -> Bool,
        isOwn: (Text) -> Bool = { _ in false }
    ) throws(Refusal) {
        try writer.object("metadata") { writer throws(Refusal) in
            let revision = element.field("sourceRevision")
            let version = revision?.field("operatingSystem", or: "systemVersion")
            try writer.operatingSystemVersion(version)
            try writeRest(revision, into: &writer) { key in
                key == "source" || key == "version" || key == "productType" || key == "systemVersion"
                    || key == "operatingSystem"
            }
            try writeRest(revision?.field("source"), into: &writer) { $0 == "name" || $0 == "bundleIdentifier" }
            try writeRest(element, into: &writer) { isCommon($0) || isOwn($0) }
            try writeRest(payload, into: &writer) { $0 == "metadata" || isNamed($0) }
            try writer.members(of: unwrapped(element.field("metadata")), "metadata")
            try writer.members(of: unwrapped(payload?.field("metadata")), "metadata")
        }
    }

    private static func writeRest(
        _ object: Value?,
        into writer: inout Writer,
        isNamed: (Text) -> Bool
    ) throws(Refusal) {
        var members = object?.members
        while let member = members?.next() {
            if !isNamed(member.key) { try writer.unnamed(member.key, member.value) }
        }
    }

    /// Whether a field can occur in all structs.
    static func isCommon(_ key: Text) -> Bool {
        key == "uuid" || key == "identifier" || key == "startTimestamp" || key == "endTimestamp" || key == "device"
            || key == "sourceRevision" || key == "harmonized" || key == "serialized" || key == "metadata"
    }

    /// Returns metadata without the wrapping of newer versions, `{"double": {"dictionary": {…}}}`.
    @_lifetime(copy metadata)
    static func unwrapped(_ metadata: Value?) -> Value? {
        guard let metadata, metadata.count == 1, var members = metadata.members, let only = members.next() else {
            return metadata
        }
        guard only.key == "string" || only.key == "date" || only.key == "double", let inner = only.value.members else {
            return metadata
        }
        var rest = inner
        guard let first = rest.next() else { return nil }
        guard first.key == "dictionary", rest.next() == nil, first.value.members != nil || first.value.isNull else {
            return metadata
        }
        return first.value
    }
}
