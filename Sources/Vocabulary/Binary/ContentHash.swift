/// A fast 64-bit hash of document content.
///
/// Hashes are stored, so they are the same on every machine and in every version. Content with the same hash counts as
/// unchanged. Like wyhash, it multiplies two words for each 16 bytes and folds the 128-bit product.
package struct ContentHash {
    private var state: UInt64 = 0xA076_1D64_78BD_642F

    package init() {}

    package var value: UInt64 { Self.fold(state ^ 0xE703_7ED1_A0B4_28DB, 0x8EBC_6AF0_9C88_C6E3) }

    package mutating func add(_ number: UInt64) {
        state = Self.fold(state ^ number, 0x5896_5CC7_5374_CC37 ^ number.byteSwapped | 1)
    }

    /// Adds bytes and their count, so that different splits of the same bytes hash differently.
    package mutating func add(_ bytes: [UInt8]) {
        unsafe bytes.withUnsafeBytes { buffer in
            var at = 0
            while at + 16 <= buffer.count {
                let low = unsafe UInt64(littleEndian: buffer.loadUnaligned(fromByteOffset: at, as: UInt64.self))
                let high = unsafe UInt64(littleEndian: buffer.loadUnaligned(fromByteOffset: at + 8, as: UInt64.self))
                state = Self.fold(low ^ 0xE703_7ED1_A0B4_28DB, high ^ state)
                at += 16
            }
            var low: UInt64 = 0
            var high: UInt64 = 0
            var shift: UInt64 = 0
            while at < buffer.count {
                if shift < 64 {
                    low |= unsafe UInt64(buffer[at]) << shift
                } else {
                    high |= unsafe UInt64(buffer[at]) << (shift - 64)
                }
                shift += 8
                at += 1
            }
            state = Self.fold(low ^ 0x8EBC_6AF0_9C88_C6E3, high ^ state)
        }
        add(UInt64(bytes.count))
    }

    private static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = left.multipliedFullWidth(by: right)
        return product.high ^ product.low
    }
}
