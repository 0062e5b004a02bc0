/// A buffer for the error text of librdkafka's older functions.
enum ErrorText {
    private static let capacity = 512

    /// Calls `body` with a zeroed buffer and its size, and returns the text written to it.
    static func filled(_ body: (UnsafeMutablePointer<CChar>, Int) -> Void) -> String {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
            unsafe buffer.initialize(repeating: 0)
            guard let start = buffer.baseAddress else { return "" }
            unsafe body(start, capacity)
            return unsafe String(cString: start)
        }
    }
}
