/// The zones that samples of an export name, with the number of samples.
struct NamedZones {
    /// Whether the zone of the import is chosen, so that later samples are not counted.
    var isFixed = false
    private var counts: [[UInt8]: Int] = [:]
    private static let mostNames = 1_000
    private static let longestName = 64

    mutating func note(_ name: [UInt8]) {
        if isFixed || name.isEmpty || name.count > Self.longestName { return }
        if counts.count < Self.mostNames || counts[name] != nil { counts[name, default: 0] += 1 }
    }

    /// The name of most samples; of equally frequent names, the first in byte order.
    var usual: (name: String, count: Int)? {
        let most = counts.max { left, right in
            left.value != right.value ? left.value < right.value : right.key.lexicographicallyPrecedes(left.key)
        }
        return most.map { (String(decoding: $0.key, as: UTF8.self), $0.value) }
    }
}
