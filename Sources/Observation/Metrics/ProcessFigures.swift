import Glibc

/// The resource usage of this process, from the operating system.
struct ProcessFigures {
    /// The resident memory, or 0 if the system does not provide it.
    let residentBytes: Int
    let processorSeconds: Double

    static var now: ProcessFigures {
        var time = timespec()
        unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return ProcessFigures(
            residentBytes: residentPages * Int(sysconf(Int32(_SC_PAGESIZE))),
            processorSeconds: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        )
    }

    /// The number of resident memory pages: the second number in `/proc/self/statm`.
    private static var residentPages: Int {
        let file = unsafe open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return 0 }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = unsafe read(file, &bytes, bytes.count)
        guard count > 0 else { return 0 }
        let numbers = bytes.prefix(count).split(separator: UInt8(ascii: " "))
        return numbers.count > 1 ? Int(String(decoding: numbers[1], as: UTF8.self)) ?? 0 : 0
    }
}
