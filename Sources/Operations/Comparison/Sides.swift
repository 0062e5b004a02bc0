/// One of the two prefixes that are compared.
package enum Side: CaseIterable, Sendable {
    case live, other
}

/// A value for each of the two sides.
struct Sides<Value> {
    var live: Value
    var other: Value

    subscript(side: Side) -> Value {
        get {
            switch side {
            case .live: live
            case .other: other
            }
        }
        set {
            switch side {
            case .live: live = newValue
            case .other: other = newValue
            }
        }
    }
}

/// The result of comparing the record hashes of one document.
struct DocumentVerdict: Equatable {
    enum Kind: Equatable {
        /// The document exists on neither side any more.
        case gone
        case equal, changed, missing, extra
        /// The document has several records that differ; it may still be equal if it was split at different places.
        case unsure
    }

    /// The number of the document's records on each side.
    private(set) var liveRecords = 0
    private(set) var otherRecords = 0
    private var records = 0
    private var areEqual = true

    /// Adds the hashes of one record; 0 if a side does not have the record.
    mutating func add(_ contents: Sides<UInt64>) {
        if contents.live == 0, contents.other == 0 { return }
        records += 1
        liveRecords += contents.live == 0 ? 0 : 1
        otherRecords += contents.other == 0 ? 0 : 1
        if contents.live != contents.other { areEqual = false }
    }

    func records(_ side: Side) -> Int { side == .live ? liveRecords : otherRecords }

    var kind: Kind {
        switch (liveRecords, otherRecords) {
        case (0, 0): .gone
        case (_, 0): .missing
        case (0, _): .extra
        default: areEqual ? .equal : records > 1 ? .unsure : .changed
        }
    }
}
