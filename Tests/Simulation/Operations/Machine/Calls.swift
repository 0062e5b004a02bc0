import Glibc
import System

/// What stands for the system's pause.
@discardableResult
func usleep(_ microseconds: UInt32) -> Int32 {
    let process = World.current.process
    process?.call("sleep")
    process?.sleep(Int64(microseconds) / 1_000)
    return 0
}

/// What stands for the system's time of day.
// swift-format-ignore: AlwaysUseLowerCamelCase
@discardableResult
func clock_gettime(_ clock: clockid_t, _ time: UnsafeMutablePointer<timespec>) -> Int32 {
    let now = World.current.process?.wallMilliseconds ?? World.current.wallMilliseconds
    time.pointee = timespec(tv_sec: Int(now / 1_000), tv_nsec: Int(now % 1_000) * 1_000_000)
    return 0
}

extension UInt32 {
    /// What stands for the system's chance.
    static func random(in range: ClosedRange<UInt32>) -> UInt32 {
        range.lowerBound + UInt32(World.current.below(Int(range.upperBound - range.lowerBound) + 1))
    }
}
