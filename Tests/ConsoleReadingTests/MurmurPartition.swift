import Operations

/// The partition that producers choose.
enum MurmurPartition {
    static func of(_ name: String, count: Int32) -> Int32 { Murmur2.partition(of: Array(name.utf8), count: count) }
}
