package import Vocabulary

/// A stretch of time in which a source was in one kind of motion.
///
/// Times are in tenths of a second since 2001, because activities are compared at this precision.
package struct MotionRun {
    /// The first sample of the run.
    package let first: Sample
    package let start: Int64
    /// The end; equal to the start if the length of the run is unknown.
    package var end: Int64
    package var flags: MotionActivity.Flags
    /// The greatest confidence of the samples.
    package var confidence: UInt8

    /// The maximum length of an activity, in tenths of a second: 24 h; after a longer gap, the length is unknown.
    static let lengthMax: Int64 = 864_000
    /// The minimum length of a stationary run that counts as sleep, in tenths of a second: 3 h.
    private static let sleepMin: Int64 = 108_000

    init(_ sample: Sample) {
        let activity = MotionActivity(value: sample.value)
        first = sample
        start = Self.tenth(sample)
        end = start
        // Any other flag is more informative than `unknown`.
        flags = activity.flags.subtracting(.unknown)
        confidence = activity.confidence
    }

    var length: Int64 { end - start }

    package var kind: MotionKind {
        let kind = MotionKind(flags)
        return kind == .stationary && length >= Self.sleepMin ? .sleeping : kind
    }

    /// Whether another run begins where this one ends.
    func touches(_ next: MotionRun) -> Bool { end == next.start }

    /// Returns the start of a sample in tenths of a second, rounded half up from milliseconds.
    static func tenth(_ sample: Sample) -> Int64 {
        let shifted = sample.startMilliseconds + 50
        return shifted / 100 - (shifted % 100 < 0 ? 1 : 0)
    }
}
