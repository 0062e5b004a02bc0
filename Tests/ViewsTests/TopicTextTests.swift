import JSON
import Operations
import Testing
import Views
import Vocabulary
import Worker

/// Topics and diagnoses as a person and a program read them.
struct TopicTextTests {
    private static let findings: [TopicFinding] = {
        let own = ["a", "b"].map {
            FoundTopic("fork.connection.\($0)", partitions: 1, settings: ["max.message.bytes": "5"])
        }
        let others = [
            FoundTopic("fork.uploads", partitions: 3, settings: ["retention.ms": "43200000"]),
            FoundTopic("fork.connections", partitions: 3, settings: ["max.compaction.lag.ms": "9223372036854775807"]),
            FoundTopic("fork.state", partitions: 3), FoundTopic("fork.dead-letter", partitions: 1),
            FoundTopic("fork.webhook-state", partitions: 3), FoundTopic("fork.webhook-dead-letter", partitions: 1),
        ]
        return TopicDescription(Rules()).findings(others + own, TopicDescription.Surroundings(partitions: 3))
    }()

    @Test func `of alike topics of connections the first that is wrong is named, and how many are`() {
        #expect(
            TopicText.lines(Self.findings) == [
                "topic                                  setting                found     wanted          verdict",
                "fork.webhook-dispatch                  partitions             missing   3               wrong",
                "fork.webhook-dispatch                  cleanup.policy         missing   delete          wrong",
                "fork.webhook-dispatch                  retention.bytes        missing   -1              wrong",
                "fork.uploads                           retention.ms           12 h      7 d or more     wrong",
                "fork.connections                       max.compaction.lag.ms  for ever  7 d             unusual",
                "fork.connection.a (first of 2 topics)  max.message.bytes      5         907147 or more  wrong",
                "fork.state                             all                                              ok",
                "fork.dead-letter                       all                                              ok",
                "fork.webhook-state                     all                                              ok",
                "fork.webhook-dead-letter               all                                              ok",
                "9 topics: 6 wrong, 1 unusual",
            ]
        )
    }

    @Test func `one topic of a connection that is wrong is named in full, and those without a fault are counted`() {
        let found = ["a", "b", "c"].map { id in
            FoundTopic(
                "fork.connection.\(id)",
                partitions: 1,
                settings: ["cleanup.policy": id == "b" ? "delete" : "compact"]
            )
        }
        let description = TopicDescription(Rules())
        let findings = found.flatMap { description.findings(of: $0, TopicDescription.Surroundings(partitions: 3)) }
        let lines = TopicText.lines(findings)
        #expect(lines.count == 4 && lines[1].hasPrefix("fork.connection.b ") && lines[1].hasSuffix("wrong"))
        #expect(lines[2].hasPrefix("fork.connection.… (2 topics)"))
    }

    @Test(arguments: [
        ("604800000", "7 d"), ("43200000", "12 h"), ("-1", "for ever"), ("0", "0 ms"), ("90000", "90 s"), ("5", "5 ms"),
        ("9223372036854775807", "for ever"), ("x", "x"),
    ])
    func `a time has the greatest unit of which it is a whole number`(value: String, text: String) {
        #expect(TopicText.shown(value, of: .retention) == text)
        #expect(TopicText.shown(value, of: .longestBatch) == value)
    }

    @Test(arguments: [(1, "fork.a are"), (2, "fork.a and of 1 topic more are"), (3, "fork.a and of 2 topics more are")])
    func `of topics with hidden settings the first is named, and the others are counted`(count: Int, words: String) {
        #expect(TopicText.unreadable("fork.a", of: count).hasPrefix("the settings of \(words) hidden from this user: "))
    }

    @Test func `a program reads numbers as numbers, and null where there is nothing`() {
        func line(_ finding: TopicFinding) -> String {
            var writer = Writer()
            TopicText.write(finding, into: &writer)
            return String(decoding: writer.bytes, as: UTF8.self)
        }
        let lines = Self.findings.map(line)
        #expect(
            lines[0]
                == #"{"topic":"fork.webhook-dispatch","setting":"partitions","found":null,"wanted":3,"verdict":"wrong"}"#
        )
        #expect(
            lines.contains(#"{"topic":"fork.uploads","setting":"partitions","found":3,"wanted":null,"verdict":"ok"}"#)
        )
    }

    @Test func `a diagnosis is a line with what to do below it, and a program reads it whole`() {
        let diagnoses = [
            Diagnosis(.broker, "a:1", .ok, "answers"),
            Diagnosis(.stateDirectory, "s\u{1B}[2J", .failed, "is not a folder", advice: "Name a folder."),
        ]
        #expect(
            DoctorText.lines(diagnoses) == [
                "ok       broker           a:1: answers", "failed   state-directory  s·[2J: is not a folder",
                "                          Name a folder.", "2 checks: 1 failed, 0 warnings",
            ]
        )
        let long = Diagnosis(.broker, "a:1", .failed, String(repeating: "no answer ", count: 12), advice: "Start it.")
        let lines = DoctorText.lines([long])
        #expect(lines.count == 5 && lines.allSatisfy { $0.count <= 80 }, "\(lines)")
        #expect(
            lines[1].prefix { $0 == " " }.count == 17 && lines[3] == "                 Start it.",
            "\(lines)"
        )
        var writer = Writer()
        DoctorText.write(diagnoses[0], into: &writer)
        let line = #"{"check":"broker","about":"a:1","verdict":"ok","message":"answers","advice":null}"#
        #expect(String(decoding: writer.bytes, as: UTF8.self) == line)
    }
}
