/// One of the two prefixes that are compared.
package enum Side: CaseIterable, Sendable {
    case live, other
}

/// Something of either side.
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

/// What the hashes of a document's records say of it.
struct DocumentVerdict: Equatable {
    /// How the two sides differ.
    enum Kind: Equatable {
        /// It is on neither side any more.
        case gone
        case equal, changed, missing, extra
        /// It has several records, and these differ: it may have been cut differently and be the same.
        case unsure
    }

    /// How many records each side has.
    private(set) var liveRecords = 0
    private(set) var otherRecords = 0
    private var records = 0
    private var areEqual = true

    /// Adds a record by its hashes, 0 where a side does not have it.
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
