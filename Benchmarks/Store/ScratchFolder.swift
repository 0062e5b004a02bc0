import Foundation
import Store
import Worker

/// A folder for databases, which goes with the run.
struct ScratchFolder {
    private let folder: URL

    /// Calls a function with a folder, which is removed when the databases that the function opened are closed.
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

    /// Opens a database with the memory that a worker gives it by default, of its 512 MiB.
    func open(_ name: String) throws -> Database {
        try Database(path: folder.appendingPathComponent(name).path, memory: MemoryPlan.usual.store)
    }

    /// The length of a database's files.
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
    /// What a worker has by default.
    static let usual = MemoryPlan(totalBytes: 512 << 20, lanes: 1, uploadMaxBytes: 16 << 20)
}

/// The threads on which RocksDB merges its files.
enum Background {
    /// Waits until they have nothing left to do, so that what is measured next does not pay for what was before.
    ///
    /// - Returns: The CPU that they took meanwhile, in seconds.
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

/// What the calling thread has had of the CPU.
enum ThreadClock {
    /// So far, in seconds.
    static var seconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// What this process has of the machine's memory.
enum ResidentMemory {
    /// A line of its status in MiB: `VmRSS`, or `VmHWM` for the most since the last `forgetPeak`.
    static func mebibytes(_ line: String) -> Double {
        let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let found = text.split(separator: "\n").first { $0.hasPrefix("\(line):") }
        let kibibytes = found?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Double($0) }
        return (kibibytes ?? .nan) / 1024
    }

    /// Begins a new peak.
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

    /// The cost of calling a function that may fail.
    static func trying(_ work: () throws -> Void) throws -> Cost {
        var failure: (any Error)?
        let cost = Cost.of {
            do { try work() } catch { failure = error }
        }
        if let failure { throw failure }
        return cost
    }
}
