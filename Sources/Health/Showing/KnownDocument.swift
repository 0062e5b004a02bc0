package import Vocabulary

/// A document of which the state knows at least the id and the bounds.
package struct KnownDocument {
    /// The memory for each document of a list, in bytes.
    static let bytes = MemoryLayout<Self>.stride

    package let type: DataType
    /// The start in seconds since 2001.
    package let start: Double
    /// The end in seconds since 2001.
    package let end: Double
    /// Whether the document is frozen, so that the state can no longer derive it.
    package let isFrozen: Bool
    let stateKey: StateKey

    init(_ type: DataType, _ stateKey: StateKey, start: Double, end: Double, isFrozen: Bool) {
        self.type = type
        self.stateKey = stateKey
        self.start = start
        self.end = end
        self.isFrozen = isFrozen
    }

    /// Creates an entry of a published document; nil if this version does not know its data type.
    init?(_ entry: PublishedDocuments.Entry) {
        guard let type = DataType(rawValue: entry.stateKey.stream) else { return nil }
        let document = entry.document
        self.init(type, entry.stateKey, start: document.start, end: document.end, isFrozen: document.isFrozen)
    }

    /// The document's id, such as `steps/2024-04-16`.
    package var id: [UInt8] { Document.id(type, at: stateKey) }

    /// Returns the local day on which the document counts: sleep on the day it ends, the rest on the day it starts.
    package func day(in zone: Zone) -> Day { zone.localDay(type == .sleep ? end : start) }

    /// The window of the document; nil for sleep, which has none.
    var window: Window? {
        switch type {
        case .sleep: nil
        case .characteristic: .characteristics
        case .workouts: .workout(stateKey.id)
        default: Window(stateKey, type)
        }
    }
}

extension KnownDocument {
    /// The place of a document in the order of lists: by the name of the type, then by start, then by id.
    package struct Position: Comparable {
        package let type: DataType
        package let start: Double
        package let id: [UInt8]

        package init(type: DataType, start: Double, id: [UInt8]) {
            self.type = type
            self.start = start
            self.id = id
        }

        package static func < (left: Self, right: Self) -> Bool {
            if left.type != right.type { return left.type < right.type }
            if left.start != right.start { return left.start < right.start }
            return left.id.lexicographicallyPrecedes(right.id)
        }
    }

    package var position: Position { Position(type: type, start: start, id: id) }

    /// Compares positions without making ids, which only documents with the same type and start need.
    static func ascending(_ left: Self, _ right: Self) -> Bool {
        if left.type == right.type, left.start == right.start { return left.position < right.position }
        return (left.type, left.start) < (right.type, right.start)
    }
}
