import JSON
import Vocabulary

/// Reads a sample's metadata into the form that documents show.
struct MetadataReader {
    /// The metadata as a JSON object with sorted keys; empty if there is none.
    private(set) var json: [UInt8] = []
    /// Whether `HKWasUserEntered` is true.
    private(set) var isUserEntered = false
    /// The value of `HKMetadataKeySyncVersion`, if it is a number or a text that is a number.
    private(set) var syncVersion: SampleVersion?
    /// A hash of `HKMetadataKeySyncIdentifier`, if it is a text that is not empty.
    private(set) var syncIdentifierHash: UInt32?
    /// A hash of `HKExternalUUID`, if it is a text that is not empty.
    private(set) var externalUUIDHash: UInt32?

    /// Reads metadata with strings, numbers, bools and `{value, unit}` objects.
    ///
    /// Any other value is kept as JSON text.
    init(_ metadata: Value?, units: inout UnitTable) throws(Refusal) {
        guard let metadata else { return }
        guard var members = metadata.countingMembers() else { throw .wrongType("metadata", "an object") }
        if members.count == 0 { return }
        var writer = Writer(capacity: 64)
        writer.raw("{")
        var isFirst = true
        while let member = members.next() {
            if !isFirst { writer.raw(",") }
            isFirst = false
            note(member.key, member.value)
            writer.string(member.key)
            writer.raw(":{\"quantity\":")
            try Self.write(member.value, of: member.key, units: &units, into: &writer)
            writer.raw("}")
        }
        writer.raw("}")
        json = writer.bytes
    }

    private mutating func note(_ key: Text, _ value: Value) {
        if key == "HKWasUserEntered" { isUserEntered = value.bool ?? (value.double == 1) }
        if key == "HKMetadataKeySyncVersion" { syncVersion = Self.version(value) }
        if key == "HKMetadataKeySyncIdentifier" { syncIdentifierHash = Self.hash(ofText: value) }
        if key == "HKExternalUUID" { externalUUIDHash = Self.hash(ofText: value) }
    }

    /// Returns a hash of a text by the method FNV-1a; nil if the value is no text, or an empty one.
    private static func hash(ofText value: Value) -> UInt32? {
        guard let text = value.text, text.count > 0 else { return nil }
        return text.bytes.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
    }

    private static func version(_ value: Value) -> SampleVersion? {
        if let text = value.text { return SampleVersion(text.bytes) }
        return value.integer.map { SampleVersion($0) } ?? value.double.map { SampleVersion(number: $0) }
    }

    /// Writes the number and the unit of a value.
    private static func write(
        _ value: Value,
        of key: Text,
        units: inout UnitTable,
        into writer: inout Writer
    ) throws(Refusal) {
        let known = unsafe key.withBytes { unsafe Catalogue.metadataKey($0) }
        if let text = value.text {
            writer.raw("0,\"unit\":")
            writer.string(text)
        } else if let bool = value.bool {
            writer.raw(bool ? "1" : "0")
            writer.raw(",\"unit\":\"bool\"")
        } else if let number = value.double {
            try Self.write(number, exactly: value, into: &writer)
            if known?.kind == .bool, number == 0 || number == 1 {
                writer.raw(Literals.bool)
            } else {
                writer.string(known?.unit?.string ?? "count")
            }
        } else if let field = quantity(value), let number = field.double, let unit = value.field("unit")?.text {
            if let target = known?.unit, let converted = convert(number, unit, target, &units) {
                try Self.write(converted, exactly: converted == number ? field : nil, into: &writer)
                writer.string(target.string)
            } else {
                try Self.write(number, exactly: field, into: &writer)
                writer.string(unit)
            }
        } else {
            if value.hasUnsigned { throw .beyond64Bits }
            var json = Writer()
            value.writeCanonical(into: &json, keepsNulls: false)
            writer.raw("0,\"unit\":")
            writer.string(json.bytes)
        }
    }

    /// Returns the number of a quantity; nil if there is none.
    ///
    /// HealthKit calls the number `value`, and other libraries call it `quantity`.
    @_lifetime(copy value)
    private static func quantity(_ value: Value) -> Value? {
        if let field = value.field("value"), field.double != nil { return field }
        return value.field("quantity")
    }

    /// Writes a number, and the key of its unit.
    ///
    /// An integer is written exactly, because a double is inexact above 2^53.
    private static func write(_ number: Double, exactly value: Value?, into writer: inout Writer) throws(Refusal) {
        if let value, value.kind == .integer {
            guard let integer = value.integer else { throw .beyond64Bits }
            writer.number(integer)
        } else {
            writer.number(number)
        }
        writer.raw(",\"unit\":")
    }

    private static func convert(_ number: Double, _ unit: Text, _ target: Unit, _ units: inout UnitTable) -> Double? {
        let conversion = unsafe unit.withBytes { unsafe try? units.conversion(from: $0, to: target) }
        guard let result = conversion?(number), result.isFinite else { return nil }
        return result
    }
}

/// A cache of metadata within one upload, because many samples have the metadata of a recent one.
struct MetadataMemory {
    /// The facts about metadata that was read, and the position of the metadata in the pool.
    ///
    /// An entry contains no references, because each sample copies an entry.
    struct Entry {
        /// The number of the zone in the metadata, among the zones that samples name; 0 if the metadata has none.
        var zone = 0
        var isUserEntered = false
        var syncIdentifierHash: UInt32?
        var externalUUIDHash: UInt32?
        var syncVersion: SampleVersion?
        var extraStart = 0
        var extraCount: UInt32 = 0
        /// The index in the cache; −1 if the sample has no metadata.
        fileprivate var place = -1

        /// Returns the flags of a sample of a kind with this metadata.
        func flags(_ kind: SampleType.Kind) -> Sample.Flags {
            var flags: Sample.Flags = isUserEntered ? .userEntered : []
            if identifierHash(kind) != nil { flags.insert(.hasAppIdentifier) }
            return flags
        }

        /// Returns the hash of the identifier that the app gave a sample of a kind; nil if it gave none.
        func identifierHash(_ kind: SampleType.Kind) -> UInt32? {
            kind == .workout ? externalUUIDHash : syncIdentifierHash
        }
    }

    private var recent = Recent<(value: KnownValue, entry: Entry, json: [UInt8])>()

    /// Returns the metadata of an entry as a JSON object; empty if there is none.
    ///
    /// The entry must be the result of the last call of `read`.
    func json(_ entry: Entry) -> [UInt8] { entry.place < 0 ? [] : recent.entries[entry.place].json }

    /// Reads a sample's metadata, and adds its zone to the zones that samples name.
    mutating func read(
        _ value: Value?,
        zones: inout OwnZones,
        pool: inout Pool,
        units: inout UnitTable
    ) throws(Refusal) -> Entry {
        guard let value else { return Entry() }
        for index in recent.entries.indices where recent.entries[index].value.isSame(as: value) {
            var known = recent.entries[index].entry
            known.place = index
            return known
        }
        let read = try MetadataReader(value, units: &units)
        var extra = Extra()
        extra.metadata = read.json[...]
        extra.versionRest = read.syncVersion?.rest ?? 0
        extra.identifierHash = read.syncIdentifierHash
        let extraPlace = pool.store(extra)
        let name = value.field("HKTimeZone")?.text
        let zone = unsafe name?.withBytes { unsafe pool.zones.zone($0) } ?? nil
        var entry = Entry(
            zone: zone.map { zones.number(of: $0) } ?? 0,
            isUserEntered: read.isUserEntered,
            syncIdentifierHash: read.syncIdentifierHash,
            externalUUIDHash: read.externalUUIDHash,
            syncVersion: read.syncVersion,
            extraStart: extraPlace.start,
            extraCount: extraPlace.count
        )
        entry.place = recent.add((KnownValue(value), entry, read.json))
        return entry
    }

    /// Clears the cache if it refers to extras that the pool did not have at a mark.
    mutating func forget(since mark: Pool.Mark) {
        let isOld = recent.entries.allSatisfy { mark.hasExtra(at: $0.entry.extraStart, count: $0.entry.extraCount) }
        if !isOld { recent = Recent() }
    }
}
