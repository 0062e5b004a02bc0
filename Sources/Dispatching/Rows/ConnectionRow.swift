import Vocabulary

/// The row of a connection that has stored jobs or is off.
package struct ConnectionRow: Equatable, Sendable {
    /// A failed job that holds up the later jobs of its connection.
    struct Holder: Equatable, Sendable {
        let place: Int64
        let firstFailureMilliseconds: Int64
    }

    /// The decision to give up all jobs of the connection that arrived before a time.
    struct GiveUp: Equatable, Sendable {
        /// The arrival time, in milliseconds since 1970, before which jobs are given up.
        let beforeMilliseconds: Int64
        /// The error code for jobs that were never sent.
        let code: [UInt8]
    }

    /// Whether an answer has turned the connection off.
    package var isOff = false
    /// The offset of the settings record that was last applied to the stored jobs.
    ///
    /// A newer record turns the connection on, and makes its jobs due.
    var settingsOffset: Int64
    /// The number of stored jobs.
    package var stored = 0
    /// Whether the row was written by a dispatcher that keeps the order of jobs.
    var isOrdered: Bool
    /// The place of the first stored job that was never sent; nil if there is none, or if jobs have no order.
    var next: Int64?
    var holder: Holder?
    var giveUp: GiveUp?

    /// Whether the row can be removed.
    var isEmpty: Bool { !isOff && stored == 0 }

    /// Returns the time until which later jobs are held up; nil if nothing holds them up.
    func heldUntil(hold milliseconds: Int64) -> Int64? { holder.map { $0.firstFailureMilliseconds + milliseconds } }
}

extension ConnectionRow: StoredRow {
    package static let kind = RowKind.connection

    func pack(into packer: inout Packer) {
        packer.byte((isOff ? 1 : 0) | (isOrdered ? 2 : 0))
        packer.signed(settingsOffset)
        packer.count(stored)
        packer.optional(next)
        packer.optional(holder?.place)
        packer.optional(holder?.firstFailureMilliseconds)
        packer.optional(giveUp?.beforeMilliseconds)
        packer.string(giveUp?.code ?? [])
    }

    init(from unpacker: inout Unpacker) {
        let flags = unpacker.byte()
        self.init(settingsOffset: unpacker.signed(), isOrdered: flags & 2 != 0)
        isOff = flags & 1 != 0
        stored = Int(clamping: unpacker.unsigned())
        next = unpacker.optionalInteger()
        let (place, failed) = (unpacker.optionalInteger(), unpacker.optionalInteger())
        if let place, let failed { holder = Holder(place: place, firstFailureMilliseconds: failed) }
        let (before, code) = (unpacker.optionalInteger(), unpacker.string())
        if let before { giveUp = GiveUp(beforeMilliseconds: before, code: code) }
    }
}
