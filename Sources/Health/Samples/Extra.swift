/// What only some samples have, packed behind them: a count, the workout they name, a part of their version, metadata, a
/// payload.
package struct Extra {
    /// How many measurements a condensed sample stands for; 0 when it is none.
    package var count: Int64 = 0
    /// The least of a condensed sample's measurements, in the canonical unit.
    package var minimum: Double?
    /// The greatest of them.
    package var maximum: Double?
    /// The workout that the sample names.
    package var workout: UUID128?
    /// What of the sample's version its integer does not say, see `SampleVersion`.
    package var versionRest = 0.0
    /// The metadata as a JSON object with sorted keys, as documents show it; empty when there is none.
    package var metadata: ArraySlice<UInt8> = []
    /// What a kind of its own carries: a packed workout, route or correlation, or the other fields as JSON.
    package var payload: ArraySlice<UInt8> = []

    /// An extra with nothing in it.
    package init() {}

    /// Whether a plain sample says the same.
    package var isEmpty: Bool {
        count == 0 && workout == nil && versionRest == 0 && metadata.isEmpty && payload.isEmpty
    }

    private static let hasWorkout: UInt8 = 1
    private static let hasVersionRest: UInt8 = 2

    /// The bytes; equal extras have equal bytes.
    package var packed: [UInt8] {
        if isEmpty { return [] }
        var packer = Packer()
        packer.signed(count)
        if count != 0 {
            packer.optional(minimum)
            packer.optional(maximum)
        }
        packer.byte((workout == nil ? 0 : Self.hasWorkout) | (versionRest == 0 ? 0 : Self.hasVersionRest))
        if let workout {
            packer.word(workout.hi)
            packer.word(workout.lo)
        }
        if versionRest != 0 { packer.double(versionRest) }
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
        let parts = unpacker.byte()
        if parts & Self.hasWorkout != 0 { workout = UUID128(hi: unpacker.word(), lo: unpacker.word()) }
        if parts & Self.hasVersionRest != 0 { versionRest = unpacker.double() }
        metadata = unpacker.slice(of: bytes)
        payload = unpacker.slice(of: bytes)
    }
}
