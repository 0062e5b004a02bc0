package import Worker

/// What is to be said of topics, a line for each fault, and one for each topic without.
package enum TopicCheckup {
    /// Connections' own topics without fault are told by their number, as there may be many.
    ///
    /// - Parameters:
    ///   - findings: all that can be said of them.
    ///   - untold: those whose settings this user may not ask for.
    /// - Returns: topics without fault first.
    package static func diagnoses(_ findings: [TopicFinding], untold: [String] = []) -> [Diagnosis] {
        let faults = findings.filter { $0.verdict != .ok }
        let faulty = Set(faults.map(\.topic))
        let fine = findings.filter { $0.setting == .partitions && !faulty.contains($0.topic) }
        var diagnoses = fine.filter { !$0.purpose.isOwn }.map { finding in
            let isTold = !untold.contains(finding.topic)
            let message = isTold ? "is as workers need it" : "is there; this user is not told its settings"
            return Diagnosis(.topic, finding.topic, .ok, message)
        }
        let own = fine.count { $0.purpose.isOwn }
        if own > 0 {
            diagnoses.append(Diagnosis(.topic, "topics of connections", .ok, "\(own) are as workers need them"))
        }
        // A topic that is missing has a fault for each setting that it would be made with.
        let told = faults.filter { $0.found != nil || $0.setting == .partitions }
        return diagnoses + told.filter { !$0.purpose.isOwn }.map { diagnosis($0, alike: 0) } + ofConnections(told)
    }

    /// Connections' own topics, of which many are alike: one of each kind stands for all.
    private static func ofConnections(_ faults: [TopicFinding]) -> [Diagnosis] {
        let kinds = Dictionary(grouping: faults.filter(\.purpose.isOwn)) { "\($0.setting.rawValue)=\($0.found ?? "")" }
        return kinds.sorted { $0.key < $1.key }.compactMap { _, alike in
            alike.first.map { diagnosis($0, alike: alike.count - 1) }
        }
    }

    private static func diagnosis(_ finding: TopicFinding, alike: Int) -> Diagnosis {
        Diagnosis(
            .topic,
            finding.topic,
            finding.verdict == .wrong ? .failed : .warning,
            finding.sentence + (alike > 0 ? "; so have \(alike) other topics of connections" : ""),
            advice: finding.isAlterable || finding.found == nil ? "Mend it with fork-worker topics apply." : nil
        )
    }
}
