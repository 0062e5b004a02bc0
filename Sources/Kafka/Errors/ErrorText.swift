/// The buffer for a reason that librdkafka's older calls write into.
enum ErrorText {
    private static let capacity = 512

    /// Calls with a zeroed buffer and its size, and gives back what was written, up to the first zero.
    static func filled(_ body: (UnsafeMutablePointer<CChar>, Int) -> Void) -> String {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
            unsafe buffer.initialize(repeating: 0)
            guard let start = buffer.baseAddress else { return "" }
            unsafe body(start, capacity)
            return unsafe String(cString: start)
        }
    }
}
