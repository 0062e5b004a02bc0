import JSON
import Vocabulary

/// The sources and devices of an export, by number.
///
/// Numbers save memory, because most samples share a few sources and devices.
package struct Origins {
    /// A source with its device.
    struct Origin {
        /// `<source>/<version>/<device>`, as in the name from which a sample's id is derived.
        let identity: [UInt8]
        /// The members `source` and `device` of a sample, with a comma after each.
        let json: [UInt8]
    }

    /// The memory limit above which origins are not numbered, because an export can contain any number of origins.
    private static let mostBytes = 2 << 20
    /// The longest JSON of a source and a device that a worker accepts.
    private static let longest = 4 << 10

    /// The attributes of each numbered origin, without the address of the device, which differs by sample.
    private var raw = NameTable(capacity: 256)
    private var numbers: [Int] = []
    private var identities = NameTable(capacity: 256)
    private(set) var all: [Origin] = []
    private var bytes = 0
    private var key: [UInt8] = []
    /// The attributes of the last origin, because most samples have the origin of the previous sample.
    private var last: (key: [UInt8], reference: OriginReference) = ([], .numbered(0))

    /// Returns the number of an origin, or the origin itself if it has no number; nil if it is too long for a worker.
    mutating func find(
        source: ArraySlice<UInt8>?,
        version: ArraySlice<UInt8>?,
        device: ArraySlice<UInt8>?
    ) -> OriginReference? {
        key.removeAll(keepingCapacity: true)
        append(source)
        append(version)
        append(device.map(Self.withoutAddress))
        if key == last.key { return last.reference }
        let found = find(source, version, device)
        if let found { last = (key, found) }
        return found
    }

    /// Returns the number of an origin whose attributes are in `key`.
    private mutating func find(
        _ source: ArraySlice<UInt8>?,
        _ version: ArraySlice<UInt8>?,
        _ device: ArraySlice<UInt8>?
    ) -> OriginReference? {
        if let known = unsafe key.withUnsafeBytes({ unsafe raw.index(of: $0) }) { return .numbered(numbers[known]) }
        let origin = Self.origin(
            source: Array(source ?? []),
            version: Array(version ?? []),
            device: DeviceText(String(decoding: device ?? [], as: UTF8.self))
        )
        if origin.json.count > Self.longest { return nil }
        if let known = unsafe origin.identity.withUnsafeBytes({ unsafe identities.index(of: $0) }) {
            note(known)
            return .numbered(known)
        }
        if bytes > Self.mostBytes { return .own(origin) }
        bytes += origin.identity.count * 2 + origin.json.count
        unsafe origin.identity.withUnsafeBytes { _ = unsafe identities.insert($0) }
        all.append(origin)
        note(all.count - 1)
        return .numbered(all.count - 1)
    }

    /// Remembers the attributes of a numbered origin.
    private mutating func note(_ number: Int) {
        bytes += key.count
        if bytes > Self.mostBytes { return }
        unsafe key.withUnsafeBytes { _ = unsafe raw.insert($0) }
        numbers.append(number)
    }

    private mutating func append(_ part: ArraySlice<UInt8>?) {
        if let part { key.append(contentsOf: part) }
        key.append(0)
    }

    private static let beginning = Array("<<HKDevice".utf8)

    /// Returns the part of a device attribute after the address.
    private static func withoutAddress(_ device: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard device.prefix(beginning.count) == beginning[...], let comma = device.firstIndex(of: UInt8(ascii: ","))
        else { return device }
        return device[comma...]
    }

    static func origin(source: [UInt8], version: [UInt8], device: DeviceText) -> Origin {
        let source = String(decoding: source, as: UTF8.self)
        let version = String(decoding: version, as: UTF8.self)
        var writer = Writer()
        if !source.isEmpty || !version.isEmpty {
            writer.raw("\"source\":")
            writer.object { writer in
                if !source.isEmpty { writer.member("name", source) }
                if !version.isEmpty { writer.member("version", version) }
            }
            writer.raw(",")
        }
        if let json = device.json {
            writer.raw("\"device\":")
            writer.raw(json)
            writer.raw(",")
        }
        return Origin(identity: Array("\(source)/\(version)/\(device.identity)".utf8), json: writer.bytes)
    }
}

/// The number of an origin, or the origin itself.
enum OriginReference {
    case numbered(Int)
    case own(Origins.Origin)

    /// Appends the reference to an entry.
    func append(to bytes: inout [UInt8]) {
        switch self {
        case .numbered(let number): EntryBytes.append(UInt32(truncatingIfNeeded: number), to: &bytes)
        case .own(let origin):
            EntryBytes.append(UInt32.max, to: &bytes)
            EntryBytes.append(text: origin.identity, to: &bytes)
            EntryBytes.append(text: origin.json, to: &bytes)
        }
    }

    /// Reads a reference of an entry, and moves the position after the reference.
    init(in bytes: ArraySlice<UInt8>, at place: inout Int) {
        let number = EntryBytes.number(UInt32.self, in: bytes, at: &place)
        if number == .max {
            let identity = EntryBytes.text(in: bytes, at: &place)
            self = .own(Origins.Origin(identity: Array(identity), json: Array(EntryBytes.text(in: bytes, at: &place))))
        } else {
            self = .numbered(Int(number))
        }
    }

    func origin(in origins: Origins) -> Origins.Origin {
        switch self {
        case .numbered(let number): origins.all[number]
        case .own(let origin): origin
        }
    }
}
