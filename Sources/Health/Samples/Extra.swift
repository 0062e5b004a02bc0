package import Vocabulary

/// The rare fields of a sample, packed into the pool: count, named workout, version remainder, metadata, payload.
package struct Extra {
    /// The number of measurements that a condensed sample combines; 0 for other samples.
    package var count: Int64 = 0
    /// The least measurement of a condensed sample, in the canonical unit.
    package var minimum: Double?
    /// The greatest measurement of a condensed sample, in the canonical unit.
    package var maximum: Double?
    /// The id of the workout that the sample names.
    package var workout: UUID128?
    /// The part of the version that does not fit into an integer; see `SampleVersion`.
    package var versionRest = 0.0
    /// The version in the metadata, if the sample has a sync identifier and another version of its own.
    package var syncVersion: SampleVersion?
    /// A hash of the identifier that the app gave the sample; nil if it gave none.
    package var identifierHash: UInt32?
    /// The metadata as a JSON object with sorted keys, as documents show it; empty if there is none.
    package var metadata: ArraySlice<UInt8> = []
    /// The data of this kind of sample: a packed workout, route or correlation, or the remaining fields as JSON.
    package var payload: ArraySlice<UInt8> = []

    package init() {}

    /// Whether the sample needs no extra.
    package var isEmpty: Bool {
        count == 0 && workout == nil && versionRest == 0 && syncVersion == nil && metadata.isEmpty && payload.isEmpty
    }

    private static let hasWorkout: UInt8 = 1
    private static let hasVersionRest: UInt8 = 2
    private static let hasSyncVersion: UInt8 = 4
    private static let hasIdentifier: UInt8 = 8

    /// The encoded bytes; equal extras have equal bytes.
    package var packed: [UInt8] {
        if isEmpty { return [] }
        var packer = Packer()
        packer.signed(count)
        if count != 0 {
            packer.optional(minimum)
            packer.optional(maximum)
        }
        var parts = (workout == nil ? 0 : Self.hasWorkout) | (versionRest == 0 ? 0 : Self.hasVersionRest)
        if syncVersion != nil { parts |= Self.hasSyncVersion }
        if identifierHash != nil { parts |= Self.hasIdentifier }
        packer.byte(parts)
        if let workout {
            packer.word(workout.hi)
            packer.word(workout.lo)
        }
        if versionRest != 0 { packer.double(versionRest) }
        if let syncVersion {
            packer.signed(syncVersion.whole)
            packer.double(syncVersion.rest)
        }
        if let identifierHash { packer.unsigned(UInt64(identifierHash)) }
        packer.string(metadata)
        packer.string(payload)
        return packer.bytes
    }

    /// Decodes an extra from its `packed` form.
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
        if parts & Self.hasSyncVersion != 0 {
            syncVersion = SampleVersion(unpacker.signed(), rest: unpacker.double())
        }
        if parts & Self.hasIdentifier != 0 { identifierHash = UInt32(truncatingIfNeeded: unpacker.unsigned()) }
        metadata = unpacker.slice(of: bytes)
        payload = unpacker.slice(of: bytes)
    }

    /// Reads only the hash of the app's identifier; nil if there is none.
    static func identifierHash(in bytes: ArraySlice<UInt8>) -> UInt32? {
        if bytes.isEmpty { return nil }
        var unpacker = Unpacker(bytes)
        if unpacker.signed() != 0 {
            _ = unpacker.optionalDouble()
            _ = unpacker.optionalDouble()
        }
        let parts = unpacker.byte()
        if parts & hasIdentifier == 0 { return nil }
        if parts & hasWorkout != 0 { unpacker.skip(16) }
        if parts & hasVersionRest != 0 { unpacker.skip(8) }
        if parts & hasSyncVersion != 0 {
            _ = unpacker.signed()
            unpacker.skip(8)
        }
        return UInt32(truncatingIfNeeded: unpacker.unsigned())
    }
}
