package import Worker

/// Diagnoses for topics: one for each problem, and one for each topic without a problem.
package enum TopicCheckup {
    /// Returns the diagnoses, topics without a problem first.
    ///
    /// Topics of single connections without a problem share one diagnosis, because there can be many such topics.
    /// `inaccessible` contains the topics whose settings this user may not read.
    package static func diagnoses(_ findings: [TopicFinding], inaccessible: [String] = []) -> [Diagnosis] {
        let faults = findings.filter { $0.verdict != .ok }
        let faulty = Set(faults.map(\.topic))
        let fine = findings.filter { $0.setting == .partitions && !faulty.contains($0.topic) }
        var diagnoses = fine.filter { !$0.purpose.isOwn }.map { finding in
            let isTold = !inaccessible.contains(finding.topic)
            let message = isTold ? "matches the needs of workers" : "exists; this user may not read its settings"
            return Diagnosis(.topic, finding.topic, .ok, message)
        }
        let own = fine.count { $0.purpose.isOwn }
        if own > 0 {
            diagnoses.append(Diagnosis(.topic, "topics of connections", .ok, "\(own) match the needs of workers"))
        }
        // A missing topic has a finding for every setting; only one of them is reported.
        let told = faults.filter { $0.found != nil || $0.setting == .partitions }
        return diagnoses + told.filter { !$0.purpose.isOwn }.map { diagnosis($0, alike: 0) } + ofConnections(told)
    }

    /// Groups equal problems of the topics of single connections; the first topic represents its group.
    private static func ofConnections(_ faults: [TopicFinding]) -> [Diagnosis] {
        let kinds = Dictionary(grouping: faults.filter(\.purpose.isOwn)) { "\($0.setting.rawValue)=\($0.found ?? "")" }
        return kinds.sorted { $0.key < $1.key }.compactMap { _, alike in
            alike.first.map { diagnosis($0, alike: alike.count - 1) }
        }
    }

    private static func diagnosis(_ finding: TopicFinding, alike: Int) -> Diagnosis {
        if finding.found == nil, finding.verdict != .wrong {
            return Diagnosis(.topic, finding.topic, .ok, "is missing, and only dispatchers need it")
        }
        return Diagnosis(
            .topic,
            finding.topic,
            finding.verdict == .wrong ? .failed : .warning,
            finding.sentence + (alike > 0 ? "; \(alike) other topics of connections have the same problem" : ""),
            advice: finding.isAlterable || finding.found == nil ? "Run fork-worker topics apply." : nil
        )
    }
}
