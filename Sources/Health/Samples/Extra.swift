/// What only some samples have, packed behind them: a count, the workout they name, metadata, a payload.
package struct Extra {
    /// How many measurements a condensed sample stands for; 0 when it is none.
    package var count: Int64 = 0
    /// The least of a condensed sample's measurements, in the canonical unit.
    package var minimum: Double?
    /// The greatest of them.
    package var maximum: Double?
    /// The workout that the sample names.
    package var workout: UUID128?
    /// The metadata as a JSON object with sorted keys, as documents show it; empty when there is none.
    package var metadata: ArraySlice<UInt8> = []
    /// What a kind of its own carries: a packed workout, route or correlation, or the other fields as JSON.
    package var payload: ArraySlice<UInt8> = []

    /// An extra with nothing in it.
    package init() {}

    /// Whether a plain sample says the same.
    package var isEmpty: Bool { count == 0 && workout == nil && metadata.isEmpty && payload.isEmpty }

    /// The bytes; equal extras have equal bytes.
    package var packed: [UInt8] {
        if isEmpty { return [] }
        var packer = Packer()
        packer.signed(count)
        if count != 0 {
            packer.optional(minimum)
            packer.optional(maximum)
        }
        packer.byte(workout == nil ? 0 : 1)
        if let workout {
            packer.word(workout.hi)
            packer.word(workout.lo)
        }
        packer.string(metadata)
        packer.string(payload)
        return packer.bytes
    }

    /// Reads an extra's bytes.
    package init(_ bytes: ArraySlice<UInt8>) {
        if bytes.isEmpty { return }
        var unpacker = Unpacker(bytes)
        count = unpacker.signed()
        if count != 0 {
            minimum = unpacker.optionalDouble()
            maximum = unpacker.optionalDouble()
        }
        if unpacker.byte() != 0 { workout = UUID128(hi: unpacker.word(), lo: unpacker.word()) }
        metadata = unpacker.slice(of: bytes)
        payload = unpacker.slice(of: bytes)
    }
}
