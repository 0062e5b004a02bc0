import CMeasure
import Foundation

/// What a piece of work cost this process.
struct Cost {
    /// Seconds that went by.
    var wallSeconds = 0.0
    /// Seconds of CPU, of all threads.
    var cpuSeconds = 0.0
    /// How many times memory was asked for.
    var allocations = 0.0

    /// The cost of calling a function.
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

    /// The least of several runs, whose work is the same each time: the rest is noise of the machine.
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

/// A line on standard error.
func log(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
}
