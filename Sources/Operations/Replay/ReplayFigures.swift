package import JSON
package import Vocabulary

/// The totals of a replay over all its runs.
package struct ReplayFigures: Equatable, Sendable {
    /// The number of document records, and the number of tombstones.
    package var documents = 0
    package var tombstones = 0
    package var jobs = 0
    /// The total time of all runs, without the time between them.
    package var seconds = 0.0
    /// The accounting of uploads and samples.
    package var accounting = Accounting()

    package init() {}
}

/// The JSON of the last output line of a replay.
///
/// `{"replay": {"into", "uploads", "documents", "tombstones", "jobs", "seconds"}, "accounting": {…}}`
extension ReplayFigures {
    package func json(into: String) -> [UInt8] {
        Writer.object {
            $0.member("replay") {
                $0.object {
                    $0.member("into", into)
                    $0.member("uploads", accounting.uploads)
                    $0.member("documents", documents)
                    $0.member("tombstones", tombstones)
                    $0.member("jobs", jobs)
                    $0.member("seconds", (seconds * 10).rounded() / 10)
                }
            }
            $0.member("accounting", accounting.write)
        }
    }

    /// Parses the JSON; missing counts are 0.
    package init?(_ json: [UInt8]) {
        var parser = Parser()
        guard let root = try? parser.parse(json), root.member("replay")?.members != nil else { return nil }
        var counts: [String: Int64] = [:]
        for part in ["replay", "accounting"] as [StaticString] {
            var members = root.member(part)?.members
            while let member = members?.next() { counts[member.key.string] = member.value.integer }
        }
        func count(_ name: String) -> Int { Int(clamping: counts[name] ?? 0) }
        documents = count("documents")
        tombstones = count("tombstones")
        jobs = count("jobs")
        seconds = root.member("replay")?.member("seconds")?.double ?? 0
        for (name, path) in Accounting.uploadCounts + Accounting.sampleCounts {
            accounting[keyPath: path] = count("\(name)")
        }
        var refusals = root.member("accounting")?.member("refusals")?.members
        while let refusal = refusals?.next() {
            guard let code = RefusalCode(rawValue: refusal.key.string) else { continue }
            accounting.refusals[code] = refusal.value.integer.map { Int($0) }
        }
    }
}

extension Accounting {
    /// Writes the counts as an object, with the refusals by code.
    package func write(into writer: inout Writer) {
        writer.object { writer in
            for told in told { writer.member("\(told.name)", told.count) }
            writer.member("refusals") {
                $0.object {
                    for (code, count) in refusals.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                        $0.member(code.rawValue, count)
                    }
                }
            }
        }
    }
}
