package import Vocabulary

/// The published documents of one day, or one document that belongs to no day, stored as one value.
///
/// A commit usually changes most documents of a day. One value for all documents is cheaper to read and write, and
/// needs a third of the bytes.
package struct PublishedDocuments: Equatable {
    package struct Entry: Equatable {
        /// The state key of the document, with data type and hour.
        package let stateKey: StateKey
        package fileprivate(set) var document: PublishedDocument
    }

    /// Flags before each encoded entry: whether the document is frozen, and which fields follow.
    ///
    /// An omitted field has its default value, or the value of the previous entry.
    private struct Code: OptionSet {
        let rawValue: UInt8
        static let frozen = Code(rawValue: 1)
        static let hour = Code(rawValue: 2)
        static let id = Code(rawValue: 4)
        static let bounds = Code(rawValue: 8)
        static let firstSampleDay = Code(rawValue: 16)
        static let sourceKey = Code(rawValue: 32)
        static let route = Code(rawValue: 64)
        static let forms = Code(rawValue: 128)
    }

    /// The documents, ascending by state key.
    package private(set) var entries: [Entry] = []

    package init() {}

    /// The document at a state key; nil if there is none.
    package subscript(stateKey: StateKey) -> PublishedDocument? {
        get {
            let index = entries.partitioningIndex { $0.stateKey >= stateKey }
            return index < entries.count && entries[index].stateKey == stateKey ? entries[index].document : nil
        }
        set {
            let index = entries.partitioningIndex { $0.stateKey >= stateKey }
            let isThere = index < entries.count && entries[index].stateKey == stateKey
            switch (newValue, isThere) {
            case (let document?, true): entries[index].document = document
            case (let document?, false): entries.insert(Entry(stateKey: stateKey, document: document), at: index)
            case (nil, true): entries.remove(at: index)
            case (nil, false): break
            }
        }
    }

    /// The encoded group; nil if it is empty.
    package var packed: [UInt8]? {
        if entries.isEmpty { return nil }
        var packer = Packer(capacity: 16 + 32 * entries.count)
        packer.byte(StateFormat.published.version)
        packer.count(entries.count)
        var last = PublishedDocument(start: 0, end: 0, firstSampleDay: 0, hashes: [])
        for entry in entries {
            let document = entry.document
            let code = Self.code(entry, after: last)
            packer.byte(code.rawValue)
            packer.byte(entry.stateKey.stream)
            if code.contains(.hour) { packer.byte(entry.stateKey.hour) }
            if code.contains(.id) {
                packer.word(entry.stateKey.high)
                packer.word(entry.stateKey.low)
            }
            if code.contains(.bounds) {
                packer.double(document.start)
                packer.double(document.end)
            }
            if code.contains(.firstSampleDay) { packer.signed(Int64(document.firstSampleDay)) }
            if code.contains(.sourceKey) { packer.string(document.sourceKey) }
            if code.contains(.route) { document.route.pack(into: &packer) }
            packer.count(document.hashes.count)
            for hash in document.hashes { packer.word(hash) }
            if code.contains(.forms) {
                packer.count(document.forms.count)
                for form in document.forms { form.pack(into: &packer) }
            }
            last = document
        }
        return packer.bytes
    }

    private static func code(_ entry: Entry, after last: PublishedDocument) -> Code {
        let document = entry.document
        var code: Code = document.isFrozen ? .frozen : []
        if entry.stateKey.hour != StateKey.wholeDay { code.insert(.hour) }
        if entry.stateKey.high != 0 || entry.stateKey.low != 0 { code.insert(.id) }
        if document.start != last.start || document.end != last.end { code.insert(.bounds) }
        if document.firstSampleDay != last.firstSampleDay { code.insert(.firstSampleDay) }
        if !document.sourceKey.isEmpty { code.insert(.sourceKey) }
        if document.route != last.route { code.insert(.route) }
        if !document.forms.isEmpty { code.insert(.forms) }
        return code
    }

    /// Decodes the group at a state key; nil if the bytes are damaged or have another version.
    package init?(_ bytes: [UInt8], at stateKey: StateKey) {
        guard var unpacker = StateFormat.published.unpacker(bytes) else { return nil }
        let count = unpacker.count(bytesEach: 3)
        entries.reserveCapacity(count)
        var last = PublishedDocument(start: 0, end: 0, firstSampleDay: 0, hashes: [])
        for _ in 0..<count {
            let code = Code(rawValue: unpacker.byte())
            guard let stream = DataType(rawValue: unpacker.byte()) else { return nil }
            let hour = code.contains(.hour) ? unpacker.byte() : StateKey.wholeDay
            let id = code.contains(.id) ? UUID128(hi: unpacker.word(), lo: unpacker.word()) : UUID128(hi: 0, lo: 0)
            let own = StateKey(.published, day: stateKey.day, stream: stream, hour: hour, id: id)
            if code.contains(.bounds) { (last.start, last.end) = (unpacker.double(), unpacker.double()) }
            if code.contains(.firstSampleDay) { last.firstSampleDay = Int32(clamping: unpacker.signed()) }
            last.isFrozen = code.contains(.frozen)
            last.sourceKey = code.contains(.sourceKey) ? unpacker.string() : []
            if code.contains(.route) {
                guard let route = Route(from: &unpacker) else { return nil }
                last.route = route
            }
            last.hashes = (0..<unpacker.count(bytesEach: 8)).map { _ in unpacker.word() }
            last.forms =
                code.contains(.forms)
                ? (0..<unpacker.count(bytesEach: 2)).map { _ in PublishedForm(from: &unpacker) } : []
            guard own.ofPublished == stateKey, entries.last.map({ $0.stateKey < own }) ?? true else { return nil }
            entries.append(Entry(stateKey: own, document: last))
        }
        if unpacker.isBroken || !unpacker.isAtEnd { return nil }
    }
}
