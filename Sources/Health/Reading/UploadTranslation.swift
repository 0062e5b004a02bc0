import JSON
import Vocabulary

/// The native upload into which a record of a dialect is translated.
struct TranslatedUpload {
    /// The upload as JSON.
    let json: [UInt8]
    let samples: Int
    let deletions: Int
    let places: ElementPlaces
}

/// Writes the native upload for a record of a dialect, element by element.
///
/// ```json
/// {"upload_id": "…", "connection_id": "conn-7", "collected_at": 735812100, "samples": [...], "deleted": [...]}
/// ```
///
/// If an element cannot be translated, only this element is refused. The native list then contains the number 0 in its
/// place, and `places` contains the refusal.
struct UploadTranslation {
    let connection: ConnectionID
    /// The digests of the elements without id, as hexadecimal digits.
    let digests: [JSONPointer: [UInt8]]
    /// The time of the record in seconds since 2001; nil for a line of a file.
    let recordedAt: Double?
    /// The time in the record itself, as JSON.
    var collectedAt: [UInt8]?
    /// The latest end of a sample so far, in seconds since 2001.
    private(set) var latestEnd: Double?
    var dates = DateReader()
    private(set) var places: ElementPlaces
    private var samples = Writer()
    private var deleted = Writer()
    /// The maximum number of bytes of the translated samples, and of the translated deletions.
    private let longest: Int
    /// The maximum number of bytes of the native upload.
    private let mostBytes: Int

    /// Creates the translation of a record, without elements.
    ///
    /// - Parameters:
    ///   - connection: The connection in the record's key.
    ///   - containers: The lists of the record; empty if the record is one element.
    ///   - digests: The digests of the elements without id.
    ///   - recordedAt: The time of the record in seconds since 2001; nil for a line of a file.
    ///   - byteCount: The length of the record.
    ///   - elementCount: The number of elements of the record.
    ///   - longest: The maximum number of bytes of the native upload.
    init(
        _ connection: ConnectionID,
        containers: [JSONPointer],
        digests: [JSONPointer: [UInt8]],
        recordedAt: Double?,
        byteCount: Int,
        elementCount: Int,
        longest: Int
    ) {
        self.connection = connection
        self.digests = digests
        self.recordedAt = recordedAt
        // A refused element becomes a number and a comma, so two bytes are reserved for each element.
        self.longest = max(0, longest - 2 * elementCount)
        self.mostBytes = longest
        places = ElementPlaces(containers)
        samples = Writer(capacity: min(byteCount, longest))
    }

    /// The time of samples that have no time, in seconds since 2001.
    var start: Double { recordedAt ?? latestEnd ?? 0 }

    mutating func note(end: Double) { latestEnd = max(latestEnd ?? end, end) }

    /// Returns the digest of an element without id; nil for other elements, and beyond the maximum number of digests.
    func digest(_ container: Int, _ index: Int) -> [UInt8]? {
        places.pointer(container, index).map { digests[$0] } ?? digests[.root]
    }

    /// Adds the sample that `write` writes as one JSON object, or the refusal that `write` throws.
    ///
    /// - Parameters:
    ///   - container: The number of the list that contains the element.
    ///   - index: The index of the element in that list; nil if the list itself is the element.
    ///   - write: Writes the sample, or throws the refusal of the element.
    mutating func addSample(
        _ container: Int,
        _ index: Int?,
        _ write: (inout Self, inout Writer) throws(Refusal) -> Void
    ) {
        // Moved out of `self`, because `write` may change the other fields of the translation.
        var writer = Writer()
        swap(&writer, &samples)
        let refusal = Self.add(&writer, longest) { writer throws(Refusal) in
            try write(&self, &writer)
        }
        swap(&writer, &samples)
        places.samples.add(container, index, refusal)
    }

    /// Adds a deletion, with the id as it is in the record.
    mutating func addDeletion(_ container: Int, _ index: Int, id: Value) {
        let refusal = Self.add(&deleted, longest) { writer throws(Refusal) in
            writer.raw("{\"id\":")
            id.write(into: &writer)
            writer.raw("}")
        }
        places.deleted.add(container, index, refusal)
    }

    private static let tooLong = Refusal(
        .tooLarge,
        "The record is longer than an upload may be, once it is written as a native upload."
    )

    /// Appends an element, or the number 0 if the element is refused, and returns the refusal.
    private static func add(
        _ writer: inout Writer,
        _ longest: Int,
        _ write: (inout Writer) throws(Refusal) -> Void
    ) -> Refusal? {
        if !writer.bytes.isEmpty { writer.raw(",") }
        let before = writer.bytes.count
        var refusal: Refusal?
        do throws(Refusal) {
            try write(&writer)
            if writer.bytes.count > longest {
                refusal = tooLong
            }
        } catch {
            refusal = error
        }
        if refusal != nil {
            writer.bytes.removeLast(writer.bytes.count - before)
            writer.raw("0")
        }
        return refusal
    }

    /// Returns the upload; equal records of a connection get equal upload ids.
    ///
    /// `digest` is the digest of the whole record as hexadecimal digits.
    func upload(digest: [UInt8]) throws(Refusal) -> TranslatedUpload {
        if samples.bytes.count + deleted.bytes.count > mostBytes { throw Self.tooLong }
        let name = Array("dialect/".utf8) + connection.bytes + Array("/".utf8) + digest
        var writer = Writer(capacity: samples.bytes.count + deleted.bytes.count + 512)
        writer.raw("{\"upload_id\":")
        writer.string(UUID128.v5(name: name).textBytes)
        writer.raw(",\"connection_id\":")
        writer.string(connection.bytes)
        writer.raw(",\"collected_at\":")
        if let collectedAt { writer.raw(collectedAt) } else { writer.number(start) }
        writer.raw(",\"samples\":[")
        writer.raw(samples.bytes)
        writer.raw("],\"deleted\":[")
        writer.raw(deleted.bytes)
        writer.raw("]}")
        return TranslatedUpload(
            json: writer.bytes,
            samples: places.samples.count,
            deletions: places.deleted.count,
            places: places
        )
    }
}
