package import Vocabulary

/// A summary of a published document, with which its next version is compared without reading output topics.
package struct PublishedDocument: Equatable {
    package var start: Double
    package var end: Double
    /// The UTC day of the first sample that the document contains.
    package var firstSampleDay: Int32
    /// Whether the document is frozen, so that it is never changed or deleted again.
    package var isFrozen: Bool
    /// The kind of topic that contains the document's records.
    package var route: Route
    /// The source key of a sleep session; empty for other documents.
    package var sourceKey: [UInt8]
    /// The content hash of each record; a split document has one record for each part.
    package var hashes: [UInt64]
    /// The document in other forms, ascending by name; empty for a connection without forms.
    package var forms: [PublishedForm]

    package init(
        start: Double,
        end: Double,
        firstSampleDay: Int32,
        isFrozen: Bool = false,
        route: Route = .connection,
        sourceKey: [UInt8] = [],
        hashes: [UInt64],
        forms: [PublishedForm] = []
    ) {
        self.start = start
        self.end = end
        self.firstSampleDay = firstSampleDay
        self.isFrozen = isFrozen
        self.route = route
        self.sourceKey = sourceKey
        self.hashes = hashes
        self.forms = forms
    }
}

/// The records of a published document in one form.
package struct PublishedForm: Equatable {
    /// The name of the form.
    package let name: String
    /// The hash of each record.
    package let hashes: [UInt64]

    package init(_ name: String, hashes: [UInt64]) {
        self.name = name
        self.hashes = hashes
    }

    func pack(into packer: inout Packer) {
        packer.string(name.utf8)
        packer.count(hashes.count)
        for hash in hashes { packer.word(hash) }
    }

    /// Decodes a form from within another value.
    init(from unpacker: inout Unpacker) {
        name = String(decoding: unpacker.string(), as: UTF8.self)
        hashes = (0..<unpacker.count(bytesEach: 8)).map { _ in unpacker.word() }
    }
}

extension StateKey {
    /// The state key of the group in which a published document is stored.
    ///
    /// The group contains all documents of its day, or only the document if it belongs to no day.
    package var ofPublished: StateKey {
        stream == DataType.workouts.rawValue || stream == DataType.characteristic.rawValue
            ? self : StateKey(.published, day: day)
    }

    /// Whether the value at this state key is the group of a day.
    package var isOfPublishedDay: Bool { self == StateKey(.published, day: day) }
}
