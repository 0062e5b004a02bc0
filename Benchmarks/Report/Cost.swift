import CMeasure
import Foundation

/// The cost of a piece of work for this process.
struct Cost {
    /// The elapsed time, in seconds.
    var wallSeconds = 0.0
    /// The CPU time of all threads, in seconds.
    var cpuSeconds = 0.0
    /// The number of allocations.
    var allocations = 0.0

    /// Returns the cost of calling a function.
    static func of(_ work: () -> Void) -> Cost {
        let before = now()
        withoutActuallyEscaping(work) { work in
            var box = Work(call: work)
            withUnsafeMutablePointer(to: &box) { pointer in
                measure_run({ $0?.assumingMemoryBound(to: Work.self).pointee.call() }, pointer)
            }
        }
        let after = now()
        return Cost(
            wallSeconds: after.wallSeconds - before.wallSeconds,
            cpuSeconds: after.cpuSeconds - before.cpuSeconds,
            allocations: after.allocations - before.allocations
        )
    }

    /// Returns the cost of the run with the least CPU time.
    ///
    /// All runs do the same work, so a larger cost is noise of the machine.
    static func best(of runs: Int, _ run: () -> Cost) -> Cost {
        var best = run()
        for _ in 1..<max(1, runs) {
            let next = run()
            if next.cpuSeconds < best.cpuSeconds { best = next }
        }
        return best
    }

    private struct Work {
        let call: () -> Void
    }

    private static func now() -> Cost {
        Cost(
            wallSeconds: seconds(CLOCK_MONOTONIC),
            cpuSeconds: seconds(CLOCK_PROCESS_CPUTIME_ID),
            allocations: Double(measure_allocations())
        )
    }

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// Prints a line on standard error.
func log(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
}
