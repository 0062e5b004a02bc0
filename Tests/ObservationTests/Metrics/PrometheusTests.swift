import Observation
import Testing
import Vocabulary

/// What Prometheus reads, and that it is what happened.
struct PrometheusTests {
    /// The samples of a page: name with labels, and value.
    private func samples(_ observer: Observer) -> [String: Double] {
        var samples: [String: Double] = [:]
        for line in observer.metricsPage().split(separator: "\n") where !line.hasPrefix("#") {
            guard let blank = line.lastIndex(of: " ") else { continue }
            samples[String(line[..<blank])] = Double(line[blank...].dropFirst())
        }
        return samples
    }

    @Test func `a commit counts everything that it held`() {
        let observer = Recording().observer()
        observer.committed(lane: 0, .example)
        observer.committed(lane: 1, .example)
        let expected: [String: Double] = [
            "fork_worker_commits_total": 2, "fork_worker_uploads_total": 6, "fork_worker_uploads_refused_total": 2,
            "fork_worker_samples_in_total": 190, #"fork_worker_samples_total{outcome="new"}"#: 120,
            #"fork_worker_samples_total{outcome="duplicate"}"#: 40,
            #"fork_worker_samples_total{outcome="replaced"}"#: 16,
            #"fork_worker_samples_total{outcome="deleted_before_arrival"}"#: 10,
            #"fork_worker_samples_total{outcome="refused"}"#: 4, "fork_worker_deletions_total": 4,
            "fork_worker_deletions_refused_total": 14, #"fork_worker_refusals_total{code="tooLate"}"#: 4,
            #"fork_worker_refusals_total{code="invalidValue"}"#: 2, #"fork_worker_documents_total{op="upsert"}"#: 8,
            #"fork_worker_documents_total{op="delete"}"#: 2, "fork_worker_jobs_total": 10,
            #"fork_worker_commit_seconds_bucket{le="0.025"}"#: 0, #"fork_worker_commit_seconds_bucket{le="0.05"}"#: 2,
            #"fork_worker_commit_seconds_bucket{le="10.0"}"#: 2, #"fork_worker_commit_seconds_bucket{le="+Inf"}"#: 2,
            "fork_worker_commit_seconds_count": 2, "fork_worker_commit_seconds_sum": 0.062,
        ]
        let counted = samples(observer).filter { $0.value != 0 || expected[$0.key] != nil }
        for (name, value) in expected { #expect(counted[name] == value, "\(name)") }
        let others = counted.keys.filter {
            expected[$0] == nil && !$0.contains("_bucket") && !$0.hasPrefix("process_")
        }
        #expect(others == [#"fork_worker_build_info{version=""}"#])
    }

    @Test func `every other event counts too`() {
        let observer = Recording().observer(level: .error)
        observer.started(version: "1.2.3", library: ("2.0.2", []), instanceID: nil, memory: [], settings: [])
        observer.partitionsAssigned(lane: 0, [0, 1, 2])
        observer.partitionsAssigned(lane: 1, [3])
        observer.partitionsRevoked(lane: 0, [1], lost: false)
        observer.partitionsRevoked(lane: 1, [3], lost: true)
        observer.restored(lane: 0, partition: 0, records: 10, bytes: 1000, seconds: 1)
        observer.restored(lane: 0, partition: 2, records: 1, bytes: 2, seconds: 1)
        observer.storeRebuilt(lane: 0, partition: 0, reason: "x")
        observer.aborted(lane: 0, reason: "x")
        observer.fenced(lane: 0, reason: "x")
        observer.producerRebuilt(lane: 0)
        observer.topicsCreated(count: 7)
        observer.brokerLog(severity: 0, facility: "x", text: "x")
        let expected: [String: Double] = [
            #"fork_worker_build_info{version="1.2.3"}"#: 1, "fork_worker_start_time_seconds": 1_714_119_300,
            "fork_worker_partitions": 2, #"fork_worker_rebalances_total{kind="assigned"}"#: 2,
            #"fork_worker_rebalances_total{kind="revoked"}"#: 1, #"fork_worker_rebalances_total{kind="lost"}"#: 1,
            "fork_worker_restores_total": 2, "fork_worker_restored_records_total": 11,
            "fork_worker_restored_bytes_total": 1002, "fork_worker_store_rebuilds_total": 1,
            "fork_worker_aborts_total": 1, "fork_worker_fences_total": 1, "fork_worker_producer_rebuilds_total": 1,
            "fork_worker_topics_created_total": 7, #"fork_worker_librdkafka_messages_total{level="error"}"#: 1,
        ]
        #expect(samples(observer).filter { $0.value != 0 && !$0.key.hasPrefix("process_") } == expected)
    }

    @Test func `restores under way are shown until they end`() {
        let observer = Recording().observer()
        observer.restoring(lane: 0, partition: 0, records: 10, bytes: 1_000, left: 5, etaSeconds: 2.5)
        observer.restoring(lane: 0, partition: 3, records: 1, bytes: 10, left: 7, etaSeconds: 0.5)
        observer.restoring(lane: 0, partition: 3, records: 2, bytes: 20, left: 6, etaSeconds: nil)
        let known = samples(observer).filter { $0.key.hasPrefix("fork_worker_restoring") }
        #expect(
            known == [
                "fork_worker_restoring_partitions": 2, "fork_worker_restoring_records": 12,
                "fork_worker_restoring_bytes": 1_020, "fork_worker_restoring_remaining_offsets": 11,
                "fork_worker_restoring_eta_seconds": 3,
            ]
        )
        observer.restoreEnded(partition: 0)
        observer.restoreEnded(partition: 3)
        #expect(samples(observer).filter { $0.key.hasPrefix("fork_worker_restoring") && $0.value != 0 }.isEmpty)
    }

    @Test(arguments: RefusalCode.allCases) func `each error code has its own count`(code: RefusalCode) {
        let observer = Recording().observer()
        var report = CommitReport()
        report.accounting.refusals = [code: 3]
        observer.committed(lane: 0, report)
        #expect(samples(observer)["fork_worker_refusals_total{code=\"\(code.rawValue)\"}"] == 3)
    }

    @Test(arguments: [0.0, 0.005, 0.0050001, 10, 11, 1e8])
    func `a time is counted by every bucket that it does not exceed`(seconds: Double) {
        let observer = Recording().observer()
        var report = CommitReport()
        report.seconds = seconds
        observer.committed(lane: 0, report)
        for (name, value) in samples(observer) where name.hasPrefix("fork_worker_commit_seconds_bucket") {
            let bound = name.split(separator: "\"")[1]
            let isWithin = bound == "+Inf" || seconds <= (Double(bound) ?? .nan)
            #expect(value == (isWithin ? 1 : 0), "\(name)")
        }
    }

    @Test(arguments: [-1, .nan, .infinity, 1e300] as [Double])
    func `what is no time is not counted`(seconds: Double) {
        let observer = Recording().observer()
        var report = CommitReport()
        report.seconds = seconds
        observer.committed(lane: 0, report)
        #expect(samples(observer)["fork_worker_commit_seconds_count"] == 0)
    }

    @Test func `a label's value cannot break the page`() {
        let observer = Recording().observer()
        observer.started(version: "1\"\\\n2", library: ("2", []), instanceID: nil, memory: [], settings: [])
        #expect(observer.metricsPage().contains("fork_worker_build_info{version=\"1\\\"\\\\\\n2\"} 1\n"))
    }

    @Test func `the page is well formed`() throws {
        let observer = Recording().observer()
        observer.committed(lane: 0, .example)
        let page = observer.metricsPage()
        #expect(page.hasSuffix("\n"))
        let sample = /([a-z_]+)(?:\{[a-z]+="[^"\\\n]*"(?:,[a-z]+="[^"\\\n]*")*\})? -?[0-9.e+-]+/
        var family = ""
        var type = ""
        var families: Set<String> = []
        for line in page.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            if line.hasPrefix("# HELP ") {
                family = String(line.split(separator: " ")[2])
                type = ""
                #expect(families.insert(family).inserted, "\(family) stands twice")
            } else if line.hasPrefix("# TYPE ") {
                let words = line.split(separator: " ").map(String.init)
                #expect(words[2] == family)
                type = words[3]
                #expect(["counter", "gauge", "histogram"].contains(type))
                #expect((type == "counter") == family.hasSuffix("_total"), "\(family)")
            } else {
                let match = try #require(line.wholeMatch(of: sample), "\(line)")
                let suffixes = type == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
                #expect(suffixes.map { family + $0 }.contains(String(match.1)), "\(line)")
            }
        }
        #expect(families.count == 49)
    }
}
