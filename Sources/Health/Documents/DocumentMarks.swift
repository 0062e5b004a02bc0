import Vocabulary

/// The positions of the pieces in the encoding of a document.
///
/// A piece is content that only one record contains, such as a sample. A frame is JSON that each record repeats around
/// its pieces, such as an item with its id, name and bounds. The document itself is the outermost frame.
///
/// ```
/// ,"source":[{…}],"meta_data":{},"data":[{"name":"heart",…,"data":{"HKQuantity…":[{…},{…}]},"meta_data":{…}}]}
/// list       piece list                  item              list    list          piece piece fixed piece
/// ```
///
/// The marks ascend by position, and a frame comes before its contents.
struct DocumentMarks {
    enum Kind: UInt8 {
        /// The outermost frame, which contains all other frames.
        case document
        /// A frame with commas between its contents: an array, or an object whose members may be in different records.
        case list
        /// An item that stays in one record with the fixed pieces of its enclosing item.
        case item
        /// An item that moves as a whole. It is divided only if neither the last record nor a new one has room for it.
        case movableItem
        /// A piece that stays with its item: metadata, a source, a device, or computed values.
        case fixed
        /// A piece that may move to a later record.
        case movable
    }

    struct Mark {
        let kind: Kind
        /// The index of the frame around the piece; −1 for the document.
        let frame: Int
        /// The position of the first byte, after the comma that precedes it in a list.
        let start: Int
        /// The position of a frame's first content; `start` for a piece.
        let contents: Int
        /// The position after the last byte.
        fileprivate(set) var end: Int

        /// Whether the piece may move to a later record.
        var isMovable: Bool { kind == .movable || kind == .movableItem }

        /// The length of a frame without contents, including the byte that closes it.
        var frameBytes: Int { contents - start + 1 }
    }

    private(set) var all: [Mark] = []
    private let areNoted: Bool
    /// The index of the innermost open frame.
    private var frame = -1
    /// The condensed sample to which the last piece belongs.
    private var condensed: (id: UUID128?, start: Double)?

    /// Creates an empty list of marks, which stays empty if `areNoted` is false.
    init(areNoted: Bool) { self.areNoted = areNoted }

    /// Adds the mark of a frame whose opening is already written.
    mutating func begin(_ kind: Kind, from start: Int, to contents: Int) {
        if !areNoted { return }
        all.append(Mark(kind: kind, frame: frame, start: start, contents: contents, end: contents))
        frame = all.count - 1
        condensed = nil
    }

    /// Sets the end of the innermost open frame.
    mutating func end(at end: Int) {
        if !areNoted { return }
        all[frame].end = end
        frame = all[frame].frame
    }

    mutating func note(_ kind: Kind, from start: Int, to end: Int) {
        if areNoted { all.append(Mark(kind: kind, frame: frame, start: start, contents: start, end: end)) }
    }

    /// Adds the mark of a quantity, or extends the mark of the condensed sample to which the quantity belongs.
    mutating func note(_ quantity: Quantity, from start: Int, to end: Int) {
        if !areNoted { return }
        let sample: (id: UUID128?, start: Double)? =
            quantity.count == 0 ? nil : (id: quantity.id, start: quantity.start)
        // Two samples with the same id and type have different starts.
        if let sample, let condensed, sample == condensed {
            all[all.count - 1].end = end
        } else {
            note(.movable, from: start, to: end)
        }
        condensed = sample
    }
}
