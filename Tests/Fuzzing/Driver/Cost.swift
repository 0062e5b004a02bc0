import Foundation

/// What reading one input costs: time of this thread, and memory at its peak.
///
/// Both may grow with the input's length and no faster; the bounds are some times what the slowest readers need in this build,
/// in which every access is watched.
struct Cost {
    private static let leastNanoseconds: UInt64 = 400_000_000
    private static let nanosecondsPerByte: UInt64 = 2_000
    private static let leastBytes = 64 << 20
    private static let bytesPerByte = 200

    var nanoseconds: UInt64
    var bytes: Int

    /// The time is that of the processor, so that what else runs on the machine does not count.
    static func measure(_ body: () -> Void) -> Cost {
        let (held, began) = (Memory.reset(), threadNanoseconds())
        body()
        return Cost(nanoseconds: threadNanoseconds() - began, bytes: Memory.peak - held)
    }

    /// What is too much of it for an input of so many bytes; nil when nothing is.
    func fault(ofInput count: Int) -> String? {
        if nanoseconds > Self.leastNanoseconds + Self.nanosecondsPerByte * UInt64(count) {
            return "\(count) bytes take \(nanoseconds / 1_000_000) ms"
        }
        if bytes > Self.leastBytes + Self.bytesPerByte * count { return "\(count) bytes take \(bytes >> 20) MiB" }
        return nil
    }

    private static func threadNanoseconds() -> UInt64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
