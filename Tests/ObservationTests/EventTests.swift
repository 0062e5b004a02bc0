import Observation
import Testing
import Vocabulary

/// An event, and what it writes in both forms.
struct EventCase: CustomTestStringConvertible, Sendable {
    let happen: @Sendable (Observer) -> Void
    let text: String
    let json: String

    var testDescription: String { text }

    /// The text, with the event's name after the level.
    var line: String {
        let name = json.split(separator: #""event":""#).last?.prefix { $0 != "\"" } ?? ""
        return "\(text.prefix(8))\(name)  \(text.dropFirst(8))"
    }

    init(_ text: String, _ json: String, _ happen: @escaping @Sendable (Observer) -> Void) {
        self.text = text
        self.json = json
        self.happen = happen
    }
}

/// The exact line of every event.
struct EventTests {
    @Test(arguments: process + faults + partitions + commits + kafka)
    func `an event writes one line`(event: EventCase) {
        #expect(lines { event.happen($0) } == ["2024-04-26T08:15:00.123Z \(event.line)\n"])
        let json = lines(format: .json) { event.happen($0) }
        #expect(json == ["{\"time\":\"2024-04-26T08:15:00.123Z\",\(event.json)}\n"])
    }

    @Test func `partitions that nobody reads are named with their group`() {
        let written = lines { DispatchObserver($0).partitionsUnserved([4, 2, 3], group: "g") }
        let sentence = "nobody reads partitions; joining the group once more partitions=2-4 group=g"
        #expect(written == ["2024-04-26T08:15:00.123Z warning partitions_unserved  \(sentence)\n"])
    }

    @Test func `a start is one line for people, and a line with all options at debug`() {
        func start(_ observer: Observer) {
            observer.started(
                version: "1.2.3",
                library: ("2.0.2", ["SCRAM with 4.x"]),
                instanceID: "pod-0",
                memory: [("store_cache_bytes", 9), ("total_bytes", 11)],
                settings: [
                    ("bootstrap-servers", "a:1,b:2"), ("group-id", "g"), ("lanes", "2"),
                    ("state-directory", "/var/lib/s"),
                ]
            )
        }
        let time = "2024-04-26T08:15:00.123Z"
        let first =
            "\(time) info    started  fork-worker starts version=1.2.3 brokers=a:1,b:2 group=g state=/var/lib/s\n"
        #expect(lines(level: .info) { start($0) } == [first])
        let all = lines { start($0) }
        #expect(
            all == [
                first,
                "\(time) debug   options  options in effect librdkafka=2.0.2 librdkafka_lacks=\"SCRAM with 4.x\" "
                    + "instance_id=pod-0 memory=\"store_cache_bytes=9 total_bytes=11\" "
                    + "settings=\"bootstrap-servers=a:1,b:2 group-id=g lanes=2 state-directory=/var/lib/s\"\n",
            ],
            "\(all)"
        )
        let json = lines(level: .info, format: .json) { start($0) }
        #expect(json.count == 1)
        #expect(
            json[0].contains(
                #""memory":{"store_cache_bytes":9,"total_bytes":11},"settings":["bootstrap-servers=a:1,b:2","#
            )
        )
    }

    static let faults = [
        EventCase(
            "error   failed code=disk_full reason=full",
            #""level":"error","event":"failed","message":"failed","code":"disk_full","reason":"full""#
        ) { $0.failed("full", code: .diskFull) },
        EventCase(
            "warning disk of the state directory is nearly full free_bytes=19 needed_bytes=10",
            #""level":"warning","event":"disk_nearly_full","message":"disk of the state directory is nearly full","#
                + #""free_bytes":19,"needed_bytes":10"#
        ) { $0.storeHolds(bytes: 1, freeBytes: 19, neededBytes: 10) },
        EventCase(
            #"warning no broker has answered yet; they are asked again address=a:1 reason="a:1: no answer" "#
                + #"advice="Look at it.""#,
            #""level":"warning","event":"broker_silent","message":"no broker has answered yet; they are asked again","#
                + #""address":"a:1","reason":"a:1: no answer","advice":"Look at it.""#
        ) { $0.brokerSilent(at: "a:1", reason: "a:1: no answer", advice: "Look at it.") },
        EventCase(
            #"warning --memory-limit exceeds the available memory reason="1 GiB of 1" advice=Lower"#,
            #""level":"warning","event":"memory_limit_beyond","message":"--memory-limit exceeds the available memory","#
                + #""reason":"1 GiB of 1","advice":"Lower""#
        ) { $0.memoryLimitIsBeyond(reason: "1 GiB of 1", advice: "Lower") },
        EventCase(
            #"warning environment variable with prefix FORK_ is unknown and ignored variable=FORK_X reason=no"#,
            #""level":"warning","event":"unknown_variable","message":"environment variable with prefix FORK_ is unknown and ignored","#
                + #""variable":"FORK_X","reason":"no""#
        ) { $0.unknownVariable("FORK_X", reason: "no") },
        EventCase(
            #"error   command line or option is invalid reason=why"#,
            #""level":"error","event":"wrong_usage","message":"command line or option is invalid","reason":"why""#
        ) { $0.wrongUsage("why") },
    ]

    static let process = [
        EventCase(
            "warning SCRAM log-in fails with Kafka 3.8.0 and 4.x; use librdkafka 2.6.1 or newer librdkafka=2.0.2",
            #""level":"warning","event":"scram_may_fail","#
                + #""message":"SCRAM log-in fails with Kafka 3.8.0 and 4.x; use librdkafka 2.6.1 or newer","#
                + #""librdkafka":"2.0.2""#
        ) { $0.scramMayFail(version: "2.0.2") },
        EventCase(
            "warning --memory-limit is too small; raise it to needed_bytes, or use fewer lanes "
                + "limit_bytes=1 needed_bytes=2",
            #""level":"warning","event":"memory_limit_too_small","#
                + #""message":"--memory-limit is too small; raise it to needed_bytes, or use fewer lanes","limit_bytes":1,"needed_bytes":2"#
        ) { $0.memoryLimitIsTooSmall(bytes: 1, neededBytes: 2) },
        EventCase(
            "info    stopping; open transactions are being committed or aborted signal=SIGTERM",
            #""level":"info","event":"stopping","#
                + #""message":"stopping; open transactions are being committed or aborted","signal":"SIGTERM""#
        ) { $0.stopping(signal: "SIGTERM") },
        EventCase(
            "error   lane failed; it is restarted while the others continue lane=1 code=disk_full reason=why retry_in_seconds=2",
            #""level":"error","event":"lane_failed","message":"lane failed; it is restarted while the others continue","#
                + #""lane":1,"code":"disk_full","reason":"why","retry_in_seconds":2"#
        ) { $0.laneFailed(lane: 1, reason: Reason(.diskFull, "why"), pauseSeconds: 2) },
        EventCase(
            "warning lane is still down; its partitions wait or have moved lane=1 code=disk_full reason=why duration_seconds=60 "
                + "retry_in_seconds=2",
            #""level":"warning","event":"lane_still_failed","#
                + #""message":"lane is still down; its partitions wait or have moved","lane":1,"#
                + #""code":"disk_full","reason":"why","duration_seconds":60,"retry_in_seconds":2"#
        ) { $0.laneStillFailed(lane: 1, reason: Reason(.diskFull, "why"), seconds: 60, pauseSeconds: 2) },
        EventCase(
            "info    lane restarted lane=1",
            #""level":"info","event":"lane_started_again","message":"lane restarted","lane":1"#
        ) { $0.laneStartedAgain(lane: 1) },
        EventCase("info    stopped", #""level":"info","event":"stopped","message":"stopped""#) { $0.stopped() },
        EventCase(
            #"error   failed reason="fork.uploads is missing; --create-topics makes it""#,
            #""level":"error","event":"failed","message":"failed","#
                + #""reason":"fork.uploads is missing; --create-topics makes it""#
        ) { $0.failed("fork.uploads is missing; --create-topics makes it") },
    ]

    static let partitions = [
        EventCase(
            "warning documents wait for topics that take nothing; all others are published lane=1 connections=7 topics=2 "
                + #"topic=fork.connection.c reason="cannot be created: no""#,
            #""level":"warning","event":"documents_owed","#
                + #""message":"documents wait for topics that take nothing; all others are published","lane":1,"connections":7,"#
                + #""topics":2,"topic":"fork.connection.c","reason":"cannot be created: no""#
        ) {
            $0.documentsOwed(
                lane: 1,
                connections: 7,
                topics: 2,
                topic: "fork.connection.c",
                reason: "cannot be created: no"
            )
        },
        EventCase(
            "error   partition left alone; its records wait, other partitions continue lane=0 partition=3 code=state_unreadable reason=torn "
                + "retry_in_seconds=10",
            #""level":"error","event":"partition_left_alone","#
                + #""message":"partition left alone; its records wait, other partitions continue","lane":0,"partition":3,"code":"state_unreadable","reason":"torn","retry_in_seconds":10"#
        ) {
            $0.partitionLeftAlone(
                lane: 0,
                partition: 3,
                reason: Reason(.stateUnreadable, "torn"),
                pauseSeconds: 10,
                isFirst: true
            )
        },
        EventCase(
            "warning partitions still left alone; their records wait lane=0 partitions=3-4 code=state_unreadable reason=torn duration_seconds=70",
            #""level":"warning","event":"partitions_still_left_alone","#
                + #""message":"partitions still left alone; their records wait","lane":0,"partitions":"3-4","#
                + #""code":"state_unreadable","reason":"torn","duration_seconds":70"#
        ) { $0.partitionsStillLeftAlone(lane: 0, [4, 3], reason: Reason(.stateUnreadable, "torn"), seconds: 70) },
        EventCase(
            "info    partition resumed lane=0 partition=3",
            #""level":"info","event":"partition_resumed","message":"partition resumed","lane":0,"partition":3"#
        ) { $0.partitionResumed(lane: 0, partition: 3) },
        EventCase(
            "warning inputs may be other topics: their partitions are restored and compared lane=0 "
                + #"partitions=3 inputs="fork.uploads [3]" group=fork-worker"#,
            #""level":"warning","event":"inputs_doubted","message":"inputs may be other topics: "#
                + #"their partitions are restored and compared","lane":0,"partitions":"3","#
                + #""inputs":"fork.uploads [3]","group":"fork-worker""#
        ) { $0.inputsDoubted(lane: 0, [3], places: "fork.uploads [3]", group: "fork-worker") },
        EventCase(
            "info    partitions assigned lane=0 partitions=0-3,7,9-10",
            #""level":"info","event":"partitions_assigned","message":"partitions assigned","lane":0,"#
                + #""partitions":"0-3,7,9-10""#
        ) { $0.partitionsAssigned(lane: 0, [2, 0, 1, 3, 7, 10, 9]) },
        EventCase(
            "info    lane has no partitions; active or stopped members still hold all of them lane=0 session_seconds=45",
            #""level":"info","event":"waiting_for_partitions","#
                + #""message":"lane has no partitions; active or stopped members still hold all of them","lane":0,"session_seconds":45"#
        ) { $0.waitingForPartitions(lane: 0, sessionSeconds: 45) },
        EventCase(
            "info    partitions stay assigned but idle until a restart or the session timeout lane=0 "
                + "partitions=1 session_seconds=22",
            #""level":"info","event":"partitions_kept","#
                + #""message":"partitions stay assigned but idle until a restart or the session timeout","lane":0,"partitions":"1","session_seconds":22"#
        ) { $0.partitionsKept(lane: 0, [1], sessionSeconds: 22) },
        EventCase(
            "info    partitions revoked lane=1 partitions=2147483646-2147483647",
            #""level":"info","event":"partitions_revoked","message":"partitions revoked","lane":1,"#
                + #""partitions":"2147483646-2147483647""#
        ) { $0.partitionsRevoked(lane: 1, [.max, .max - 1], lost: false) },
        EventCase(
            #"warning partitions lost lane=1 partitions="""#,
            #""level":"warning","event":"partitions_revoked","message":"partitions lost","lane":1,"partitions":"""#
        ) { $0.partitionsRevoked(lane: 1, [], lost: true) },
        EventCase(
            "info    restoring state lane=0 partition=3 records=1000 bytes=50000 eta_seconds=2.5",
            #""level":"info","event":"restoring","message":"restoring state","lane":0,"partition":3,"#
                + #""records":1000,"bytes":50000,"eta_seconds":2.5"#
        ) { $0.restoring(lane: 0, partition: 3, records: 1000, bytes: 50_000, left: 9, etaSeconds: 2.5) },
        EventCase(
            "info    restoring state lane=0 partition=3 records=0 bytes=0",
            #""level":"info","event":"restoring","message":"restoring state","lane":0,"partition":3,"#
                + #""records":0,"bytes":0"#
        ) { $0.restoring(lane: 0, partition: 3, records: 0, bytes: 0, left: 9, etaSeconds: nil) },
        EventCase(
            "info    state restored lane=0 partition=3 records=7 bytes=8 seconds=0.012346",
            #""level":"info","event":"restored","message":"state restored","lane":0,"partition":3,"#
                + #""records":7,"bytes":8,"seconds":0.012346"#
        ) { $0.restored(lane: 0, partition: 3, records: 7, bytes: 8, seconds: 0.0123456789) },
        EventCase(
            #"warning local store cleared; it is rebuilt from the changelog lane=0 partition=3 reason="too old""#,
            #""level":"warning","event":"store_rebuilt","#
                + #""message":"local store cleared; it is rebuilt from the changelog","lane":0,"partition":3,"#
                + #""reason":"too old""#
        ) { $0.storeRebuilt(lane: 0, partition: 3, reason: "too old") },
        EventCase(
            "info    ready: partitions are assigned and restored partitions=0-5",
            #""level":"info","event":"ready","message":"ready: partitions are assigned and restored","#
                + #""partitions":"0-5""#
        ) { $0.ready([0, 1, 2, 3, 4, 5]) },
    ]

    static let commits = [
        EventCase(
            "debug   committed lane=0 uploads=3 samples=95 deletions=2 upserts=4 deletes=1 jobs=5 dead_letters=0 "
                + "state_records=6 seconds=0.031",
            #""level":"debug","event":"committed","message":"committed","lane":0,"uploads":3,"samples":95,"#
                + #""deletions":2,"upserts":4,"deletes":1,"jobs":5,"dead_letters":0,"state_records":6,"seconds":0.031"#
        ) { $0.committed(lane: 0, .withoutRefusals) },
        EventCase(
            "debug   upload accounted for lane=0 partition=5 offset=7 samples_in=95 new=60",
            #""level":"debug","event":"upload_accounting","message":"upload accounted for","lane":0,"partition":5,"offset":7,"#
                + #""samples_in":95,"new":60"#
        ) { $0.accounted(lane: 0, partition: 5, offset: 7, [("samples_in", 95), ("new", 60)]) },
        EventCase(
            #"warning transaction aborted; its records are read again lane=0 reason="timed out""#,
            #""level":"warning","event":"aborted","message":"transaction aborted; its records are read again","#
                + #""lane":0,"reason":"timed out""#
        ) { $0.aborted(lane: 0, reason: "timed out") },
        EventCase(
            "warning producer fenced by another one with its id, or timed out by the broker lane=0 reason=_FENCED",
            #""level":"warning","event":"fenced","#
                + #""message":"producer fenced by another one with its id, or timed out by the broker","lane":0,"#
                + #""reason":"_FENCED""#
        ) { $0.fenced(lane: 0, reason: "_FENCED") },
        EventCase(
            "warning producer is being replaced; uncommitted records are read again lane=0 reason=_TIMED_OUT",
            #""level":"warning","event":"producer_broken","#
                + #""message":"producer is being replaced; uncommitted records are read again","lane":0,"#
                + #""reason":"_TIMED_OUT""#
        ) { $0.producerBroken(lane: 0, reason: "_TIMED_OUT") },
        EventCase(
            "warning lane was fenced by a group member with its name; it restarts once lane=1 reason=fenced",
            #""level":"warning","event":"member_fenced","#
                + #""message":"lane was fenced by a group member with its name; it restarts once","lane":1,"#
                + #""reason":"fenced""#
        ) { $0.memberFenced(lane: 1, reason: "fenced") },
        EventCase(
            "info    producer rebuilt lane=2",
            #""level":"info","event":"producer_rebuilt","message":"producer rebuilt","lane":2"#
        ) { $0.producerRebuilt(lane: 2) },
    ]

    static let kafka = [
        EventCase(
            "info    topics created count=12",
            #""level":"info","event":"topics_created","message":"topics created","count":12"#
        ) { $0.topicsCreated(count: 12) },
        EventCase(
            "warning document topic was deleted or recreated; its documents are republished lane=1 "
                + "topic=fork.documents partition=3",
            #""level":"warning","event":"topic_remade","#
                + #""message":"document topic was deleted or recreated; its documents are republished","lane":1,"topic":"fork.documents","partition":3"#
        ) { $0.topicRemade(lane: 1, "fork.documents", partition: 3) },
        EventCase(
            "warning max.message.bytes of dead-letter topic is too small; long values are dropped "
                + "found=1048588 wanted=1114124",
            #""level":"warning","event":"dead_letter_topic_too_small","#
                + #""message":"max.message.bytes of dead-letter topic is too small; long values are dropped","#
                + #""found":1048588,"wanted":1114124"#
        ) { $0.deadLetterTopicTooSmall(found: 1_048_588, wanted: 1_114_124) },
        EventCase(
            "warning retention.bytes deletes the oldest records, even unread ones topic=fork.uploads bytes=1000000",
            #""level":"warning","event":"input_limited_by_bytes","#
                + #""message":"retention.bytes deletes the oldest records, even unread ones","topic":"fork.uploads","bytes":1000000"#
        ) { $0.inputLimitedByBytes("fork.uploads", bytes: 1_000_000) },
        EventCase(
            "warning no DescribeConfigs right on document topics; record limits are unknown lane=2",
            #""level":"warning","event":"topic_limits_unknown","#
                + #""message":"no DescribeConfigs right on document topics; record limits are unknown","lane":2"#
        ) { $0.topicLimitsUnknown(lane: 2) },
        EventCase(
            "warning document topics cannot be read; a recreated topic can remain unnoticed lane=2 reason=\"no right\"",
            #""level":"warning","event":"documents_unreadable","#
                + #""message":"document topics cannot be read; a recreated topic can remain unnoticed","lane":2,"reason":"no right""#
        ) { $0.documentsUnreadable(lane: 2, reason: "no right") },
        EventCase(
            #"warning librdkafka reports facility=FAIL text="[thrd:a:1]: connection refused""#,
            #""level":"warning","event":"librdkafka","message":"librdkafka reports","facility":"FAIL","#
                + #""text":"[thrd:a:1]: connection refused""#
        ) { $0.brokerLog(severity: 3, facility: "FAIL", text: "[thrd:a:1]: connection refused") },
    ]
}

extension CommitReport {
    /// A report whose numbers all differ, so that none is mistaken for another.
    static var example: CommitReport {
        var report = CommitReport()
        report.accounting.uploads = 3
        report.accounting.uploadsRefused = 1
        report.accounting.samplesIn = 95
        report.accounting.new = 60
        report.accounting.duplicates = 20
        report.accounting.replaced = 8
        report.accounting.deletedBeforeArrival = 5
        report.accounting.refused = 2
        report.accounting.deletions = 2
        report.accounting.deletionsRefused = 7
        report.accounting.refusals = [.tooLate: 2, .invalidValue: 1]
        report.upserts = 4
        report.deletes = 1
        report.jobs = 5
        report.stateRecords = 6
        report.seconds = 0.031
        return report
    }
    /// The same of uploads that were all right, of which one line is written.
    static var withoutRefusals: CommitReport {
        var report = example
        report.accounting.refusals = [:]
        return report
    }
}
