/// Short bytes that come to long ones: a part of them is repeated, up to a mebibyte, and read by one of the other readers.
///
/// Time or memory that grows faster than the input is seen only where inputs are long, which a fuzzer hardly makes them.
package enum Growth {
    /// How long inputs get.
    static let bytesMax = 1 << 20

    /// What is read, and by whom: the first byte says who, the next two where the part that is repeated begins, two more how
    /// long it is and one how often it comes, as a power of two.
    package static func expanded(_ bytes: [UInt8]) -> (reader: Reader, bytes: [UInt8]) {
        let readers = Reader.allCases.filter { $0 != .growth }
        guard bytes.count > 6 else { return (readers[0], []) }
        let body = bytes[6...]
        let begin = body.startIndex + (Int(bytes[1]) << 8 | Int(bytes[2])) % body.count
        let end = min(body.endIndex, begin + max(1, Int(bytes[3]) << 8 | Int(bytes[4])))
        let room = (bytesMax - body.count) / (end - begin)
        let count = min(1 << (Int(bytes[5]) % 21), max(1, room))
        var long = Array(body[..<begin])
        long.reserveCapacity(body.count + count * (end - begin))
        for _ in 0..<count { long += body[begin..<end] }
        long += body[end...]
        return (readers[Int(bytes[0]) % readers.count], long)
    }
}
