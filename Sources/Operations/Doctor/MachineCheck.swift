/// Checks the memory of the machine and its time zone files.
package enum MachineCheck {
    /// The memory that a worker needs beyond its limit while it processes an upload of 4 MiB.
    private static let spareBytes = 96 << 20

    /// Compares a worker's memory limit with the smaller of the container's limit and the machine's memory.
    package static func memory(limitBytes: Int, container: Int?, machine: Int?) -> Diagnosis {
        let about = "--memory-limit \(limitBytes >> 20)MiB"
        let isMachine = (machine ?? .max) <= (container ?? .max)
        guard let available = isMachine ? machine : container else {
            return Diagnosis(.memory, about, .ok, "the amount of memory is unknown")
        }
        let place = isMachine ? "machine" : "container"
        let text = "the \(place) has \(available >> 20) MiB"
        let advice = "Lower --memory-limit, or give the \(place) \((limitBytes + spareBytes) >> 20) MiB."
        if limitBytes >= available {
            return Diagnosis(
                .memory,
                about,
                .failed,
                "\(text): the system kills the worker before it reaches its limit",
                advice: advice
            )
        }
        guard limitBytes + spareBytes <= available else {
            return Diagnosis(
                .memory,
                about,
                .warning,
                "\(text): uploads of more than 1 MiB need memory above the limit",
                advice: advice
            )
        }
        return Diagnosis(.memory, about, .ok, text)
    }

    /// Parses the machine's memory from `/proc/meminfo`.
    package static func machineBytes(_ text: String) -> Int? {
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("MemTotal:") }),
            let number = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) }), number < 1 << 50
        else { return nil }
        return number << 10
    }

    /// Returns the lowest memory limit in these cgroup files; nil if there is no limit.
    package static func containerBytes(_ limits: [String]) -> Int? {
        limits.compactMap { text in
            // cgroup version 1 writes a huge number if there is no limit.
            Int(text.filter { !$0.isWhitespace }).flatMap { $0 < 1 << 60 ? $0 : nil }
        }.min()
    }

    /// Returns the paths of all memory limits that apply to a process, from the content of its `/proc/self/cgroup`.
    package static func limitFiles(_ groups: String) -> [String] {
        var files = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"]
        for line in groups.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3, parts[1].isEmpty || parts[1].split(separator: ",").contains("memory") else {
                continue
            }
            let (root, file) =
                parts[1].isEmpty
                ? ("/sys/fs/cgroup", "memory.max") : ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
            // Each parent group can have a limit too.
            var path = ""
            for name in parts[2].split(separator: "/") {
                path += "/\(name)"
                files.append("\(root)\(path)/\(file)")
            }
        }
        return files
    }

    /// Checks how many of the expected time zones a folder contains.
    package static func zones(_ folder: String, found: Int, of wanted: Int, version: String?) -> Diagnosis {
        let release = version.map { ", release \($0)" } ?? ""
        if found == wanted { return Diagnosis(.zones, folder, .ok, "has all time zones\(release)") }
        let message = found == 0 ? "has no time zones" : "lacks \(wanted - found) of \(wanted) time zones"
        return Diagnosis(
            .zones,
            folder,
            .failed,
            message,
            advice:
                "Install tzdata, or name a folder of zone files in TZDIR: uploads with an unknown time zone are "
                + "refused."
        )
    }

    /// Parses the release from the first line of `tzdata.zi`, such as `# version 2026a`.
    package static func zoneRelease(_ text: [UInt8]) -> String? {
        let line = String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }.prefix(80), as: UTF8.self)
        return line.hasPrefix("# version ") ? String(line.dropFirst("# version ".count)) : nil
    }
}
