import Foundation
import Store
import Worker

/// A temporary folder for databases.
struct ScratchFolder {
    private let folder: URL

    /// Calls a function with a new folder, and removes the folder when the function returns.
    static func use(_ options: Options, _ body: (ScratchFolder) throws -> Void) throws {
        let parent =
            options.stateDirectory.map { URL(fileURLWithPath: $0, isDirectory: true) }
            ?? FileManager.default.temporaryDirectory
        let name = "benchmark-\(getpid())-\(UInt32.random(in: 0...(.max)))"
        let scratch = ScratchFolder(folder: parent.appendingPathComponent(name))
        try FileManager.default.createDirectory(at: scratch.folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: scratch.folder) }
        try body(scratch)
    }

    /// Opens a database with the memory that a worker with the default limit of 512 MiB gives to its store.
    func open(_ name: String) throws -> Database {
        try Database(path: folder.appendingPathComponent(name).path, memory: MemoryPlan.usual.store)
    }

    /// Returns the length of the files of a database, in bytes.
    func diskBytes(_ name: String) -> Int {
        let path = folder.appendingPathComponent(name).path
        let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return files.reduce(0) { total, file in
            let attributes = try? FileManager.default.attributesOfItem(atPath: "\(path)/\(file)")
            return total + ((attributes?[.size] as? NSNumber)?.intValue ?? 0)
        }
    }
}

extension MemoryPlan {
    /// The memory plan of a worker with default options.
    static let usual = MemoryPlan(totalBytes: 512 << 20, lanes: 1, uploadMaxBytes: 16 << 20)
}

/// The compaction threads of RocksDB.
enum Background {
    /// Waits until they are idle, for at most five minutes, so that they do not disturb the next measurement.
    ///
    /// - Returns: The CPU time of this process during the wait, in seconds.
    static func settle() -> Double {
        var spent = 0.0
        var isQuiet = false
        for _ in 0..<3000 {
            let meanwhile = Cost.of { usleep(100_000) }.cpuSeconds
            spent += meanwhile
            if isQuiet, meanwhile < 0.002 { break }
            isQuiet = meanwhile < 0.002
        }
        return spent
    }
}

/// The CPU time of the calling thread.
enum ThreadClock {
    /// The CPU time so far, in seconds.
    static var seconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// The resident memory of this process.
enum ResidentMemory {
    /// Returns a line of `/proc/self/status` in MiB: `VmRSS`, or `VmHWM` for the peak since the last `forgetPeak`.
    static func mebibytes(_ line: String) -> Double {
        let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let found = text.split(separator: "\n").first { $0.hasPrefix("\(line):") }
        let kibibytes = found?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Double($0) }
        return (kibibytes ?? .nan) / 1024
    }

    /// Resets the peak to the present size.
    static func forgetPeak() {
        guard let file = FileHandle(forWritingAtPath: "/proc/self/clear_refs") else { return }
        try? file.write(contentsOf: Data("5".utf8))
        try? file.close()
    }
}

extension Cost {
    static func += (total: inout Cost, more: Cost) {
        total.wallSeconds += more.wallSeconds
        total.cpuSeconds += more.cpuSeconds
        total.allocations += more.allocations
    }

    /// Returns the cost of calling a function that can throw.
    static func trying(_ work: () throws -> Void) throws -> Cost {
        var failure: (any Error)?
        let cost = Cost.of {
            do { try work() } catch { failure = error }
        }
        if let failure { throw failure }
        return cost
    }
}
