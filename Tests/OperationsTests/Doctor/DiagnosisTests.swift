import Kafka
import Operations
import Testing
import Vocabulary
import Worker

/// What is said of what a doctor has found.
struct DiagnosisTests {
    private static func answer(
        _ address: String,
        isBootstrap: Bool = true,
        _ hasAnswered: Bool,
        _ requests: [Int: ClosedRange<Int>] = [:]
    ) -> BrokerAnswer {
        BrokerAnswer(
            address,
            isBootstrap: isBootstrap,
            hasAnswered: hasAnswered,
            requests: requests,
            complaint: "refused"
        )
    }

    @Test func `a silent address is a warning where others answer, and fails where brokers tell it or none does`() {
        let some = BrokerAnswer.diagnoses([
            Self.answer("a:1", true), Self.answer("b:1", false), Self.answer("c:1", isBootstrap: false, false),
        ])
        #expect(some.map(\.verdict) == [.ok, .warning, .failed])
        #expect(some[1].message == "no answer: refused" && some[2].advice?.contains("advertised.listeners") == true)
        #expect(BrokerAnswer.diagnoses([Self.answer("a:1", false)]).map(\.verdict) == [.failed])
    }

    @Test(
        arguments: [
            ([0: 0...8, 1: 0...11, 11: 0...6], "older than 2.5", .failed),
            ([0: 0...8, 1: 0...11, 11: 0...7], "2.5", .ok),
            ([0: 0...9, 1: 0...13, 11: 0...9], "3.2", .ok), ([0: 0...10, 1: 0...16, 11: 0...9], "3.7", .ok),
            ([0: 0...11, 1: 0...16, 11: 0...9], "3.8", .ok), ([0: 0...11, 1: 0...17, 11: 0...9], "3.9", .ok),
            ([0: 0...12, 1: 4...17, 11: 2...9], "4.0", .ok), ([0: 0...13, 1: 4...18, 11: 0...9], "4.1", .ok),
        ] as [([Int: ClosedRange<Int>], String, Diagnosis.Verdict)]
    )
    func `a release is told by the requests that it takes`(
        requests: [Int: ClosedRange<Int>],
        release: String,
        verdict: Diagnosis.Verdict
    ) {
        let diagnoses = BrokerAnswer.diagnoses([Self.answer("a:1", true, requests)])
        #expect(diagnoses.map(\.verdict) == [verdict])
        #expect(diagnoses[0].message.hasSuffix(release))
    }

    @Test func `requests are read from the library's log, and nothing else is`() throws {
        let line = "[thrd:a:1/bootstrap]: a:1/bootstrap:   ApiKey Unknown-60? (60) Versions 0..2"
        let request = try #require(BrokerAnswer.request(in: line))
        #expect(request.number == 60 && request.versions == 0...2)
        for line in [
            "ApiKey Fetch (1) Versions 4..", "ApiKey Fetch (1) Versions 9..4", "Feature MsgVer1: Produce (2..2)",
        ] {
            #expect(BrokerAnswer.request(in: line) == nil)
        }
    }

    @Test(
        arguments: [
            ("SCRAM-SHA-512", [12], .failed), ("SCRAM-SHA-256", [10], nil), ("SCRAM-SHA-256", [11], .warning),
            ("SCRAM-SHA-256", [], .warning), ("PLAIN", [12], nil), ("GSSAPI", [12], .failed),
        ] as [(String, [Int], Diagnosis.Verdict?)]
    )
    func `a library that can't log in to a broker is named`(
        mechanism: String,
        produce: [Int],
        verdict: Diagnosis.Verdict?
    ) {
        let releases = produce.map { KafkaRelease(requests: [0: 0...$0, 11: 2...9]) }
        let properties = [(name: "security.protocol", value: "sasl_ssl"), (name: "sasl.mechanism", value: mechanism)]
        let old = LibraryCheck(LibraryVersion(2, 0, 2), releases: releases, properties: properties).diagnoses
        #expect(old.dropFirst().first?.verdict == verdict)
        let new = LibraryCheck(LibraryVersion(2, 12, 0), releases: releases, properties: properties).diagnoses
        #expect(new.map(\.verdict) == [.ok])
        let plain = LibraryCheck(LibraryVersion(2, 0, 2), releases: releases, properties: []).diagnoses
        #expect(plain.map(\.verdict) == [.ok])
    }

    @Test(
        arguments: [
            (31 * 86_400, .ok), (30 * 86_400, .ok), (30 * 86_400 - 1, .warning), (1, .warning), (0, .failed),
            (-86_400, .failed),
        ] as [(Int64, Diagnosis.Verdict)]
    )
    func `a certificate ends in thirty days, or has ended`(left: Int64, verdict: Diagnosis.Verdict) {
        let certificate = Certificate(subject: "/CN=a", endSeconds: 1_000 + left)
        let diagnoses = CertificateCheck.diagnoses("a.pem", [certificate], atSeconds: 1_000)
        #expect(diagnoses.map(\.verdict) == [verdict] && diagnoses[0].message.contains("/CN=a"))
    }

    @Test func `a file without certificates fails, and a distribution's bundle is not judged one by one`() {
        #expect(CertificateCheck.diagnoses("a.pem", [], atSeconds: 0).map(\.verdict) == [.failed])
        let many = (0..<11).map { Certificate(subject: "/CN=\($0)", endSeconds: 5) }
        #expect(CertificateCheck.diagnoses("a.pem", many, atSeconds: 9).map(\.verdict) == [.ok])
        #expect(Certificate.all(inPEM: Array("no certificate".utf8)) == [])
        #expect(Certificate(der: [0x30, 0x82, 1, 2, 3]) == nil)
    }

    @Test(
        arguments: [
            (FolderView(path: "s", entry: .folder, freeBytes: 1 << 30, fileSystem: "ext4", layout: .own), []),
            (FolderView(path: "s", entry: .folder, lock: .held, freeBytes: 1 << 30), []),
            (FolderView(path: "s", entry: .nothing(canBeMade: true)), []),
            (FolderView(path: "s", entry: .nothing(canBeMade: false)), ["failed cannot be created"]),
            (FolderView(path: "s", entry: .noFolder), ["failed not a folder"]),
            (FolderView(path: "s", entry: .foreign(7)), ["failed user 7"]),
            (FolderView(path: "s", entry: .unreadable("x")), ["failed x"]),
            (FolderView(path: "s", entry: .folder, isWritable: false), ["failed cannot be written"]),
            (FolderView(path: "s", entry: .folder, lock: .link), ["failed link"]),
            (FolderView(path: "s", entry: .folder, layout: .other("old layout")), ["failed old layout"]),
            (FolderView(path: "s", entry: .folder, freeBytes: 99 << 20), ["failed 99 MiB"]),
            (FolderView(path: "s", entry: .folder, freeBytes: 399 << 20), ["warning 399 MiB"]),
            (FolderView(path: "s", entry: .folder, fileSystem: "tmpfs"), ["warning tmpfs"]),
            (FolderView(path: "s", entry: .folder, fileSystem: "nfs"), ["warning nfs"]),
        ] as [(FolderView, [String])]
    )
    func `a state directory is told by what can be seen of it`(view: FolderView, faults: [String]) {
        let found = FolderCheck.diagnoses(view, neededBytes: 100 << 20).filter { $0.verdict != .ok }
        #expect(found.count == faults.count)
        for (diagnosis, fault) in zip(found, faults) {
            let words = fault.split(separator: " ", maxSplits: 1)
            #expect(diagnosis.verdict.rawValue == words[0] && diagnosis.message.contains(words[1]))
            #expect(diagnosis.advice != nil)
        }
    }

    @Test(arguments: [
        ("/a", "ext4"), ("/a/b c", "tmpfs"), ("/a/b c/d", "nfs"), ("/ab", "ext4"), ("/x/y", "overlay"),
        ("/xyz", "ext4"),
    ])
    func `a file system is that of the nearest mount above`(path: String, kind: String) {
        let mounts = """
            1 0 8:1 / / rw - ext4 /dev/sda1 rw
            2 1 0:5 / /a/b\\040c rw shared:1 - tmpfs tmpfs rw
            3 1 0:6 / /a/b\\040c/d rw - xfs old rw
            4 1 0:7 / /a/b\\040c/d rw - nfs host:/ rw
            5 1 0:8 / /x rw,relatime shared:2 master:3 - overlay overlay rw
            """
        #expect(FolderView.fileSystem(of: path, mounts: mounts) == kind)
    }

    @Test func `a limit of memory is held against the least of the container's`() {
        func verdict(_ container: Int?, _ machine: Int? = 8 << 30) -> Diagnosis.Verdict {
            MachineCheck.memory(limitBytes: 512 << 20, container: container, machine: machine).verdict
        }
        #expect(verdict(nil) == .ok && verdict(nil, nil) == .ok && verdict(nil, 1 << 20) == .failed)
        #expect(verdict(512 << 20) == .failed && verdict(600 << 20) == .warning && verdict(608 << 20) == .ok)
        #expect(MachineCheck.machineBytes("MemFree: 1 kB\nMemTotal:  2048 kB\n") == 2 << 20)
        #expect(MachineCheck.machineBytes("") == nil)
        #expect(MachineCheck.containerBytes(["max\n", "", "9223372036854771712\n"]) == nil)
        #expect(MachineCheck.containerBytes(["max", "300\n", "200"]) == 200)
        #expect(
            MachineCheck.limitFiles("0::/a/b\n").suffix(2) == [
                "/sys/fs/cgroup/a/memory.max", "/sys/fs/cgroup/a/b/memory.max",
            ]
        )
        #expect(
            MachineCheck.limitFiles("4:cpu:/x\n5:memory:/y").last == "/sys/fs/cgroup/memory/y/memory.limit_in_bytes"
        )
    }

    @Test func `zones are all there, or some, or none`() {
        #expect(MachineCheck.zones("z", found: 4, of: 4, version: "2026a").message.hasSuffix("release 2026a"))
        #expect(MachineCheck.zones("z", found: 3, of: 4, version: nil).verdict == .failed)
        #expect(MachineCheck.zones("z", found: 0, of: 4, version: nil).message == "has no time zones")
        #expect(MachineCheck.zoneRelease(Array("# version 2026a\nZ x".utf8)) == "2026a")
        #expect(MachineCheck.zoneRelease(Array("2026a".utf8)) == nil)
    }

    @Test func `an upload from the future is told by how far it is ahead`() {
        #expect(ClockCheck.diagnosis("u", beyond: nil).verdict == .ok)
        let ahead = ClockCheck.diagnosis("u", beyond: 1)
        #expect(ahead.verdict == .warning && ahead.message.contains("more than an hour ahead"))
    }

    @Test func `topics without fault have a line, and each fault of the others has one`() {
        let description = TopicDescription(Rules())
        let around = TopicDescription.Surroundings(partitions: 3)
        let found = [
            FoundTopic("fork.uploads", partitions: 3, settings: ["retention.ms": "1"]),
            FoundTopic("fork.connections", partitions: 3), FoundTopic("fork.state", partitions: 2),
            FoundTopic("fork.connection.a", partitions: 1), FoundTopic("fork.connection.b", partitions: 1),
            FoundTopic("fork.connection.c", partitions: 1, settings: ["segment.index.bytes": "5"]),
            FoundTopic("fork.connection.d", partitions: 1, settings: ["segment.index.bytes": "5"]),
        ]
        let diagnoses = TopicCheckup.diagnoses(description.findings(found, around))
        #expect(
            diagnoses.map { "\($0.about) \($0.verdict.rawValue)" } == [
                "fork.connections ok", "topics of connections ok", "fork.webhook-dispatch failed",
                "fork.dead-letter failed", "fork.webhook-state ok", "fork.webhook-dead-letter ok",
                "fork.uploads failed", "fork.state failed", "fork.connection.c warning",
            ]
        )
    }
}
