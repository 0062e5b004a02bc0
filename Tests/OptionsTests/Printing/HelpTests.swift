import Options
import Testing

/// Help, completion and docs are made from the table, so that each has all of it.
struct HelpTests {
    static let commands = [
        "run", "dispatch", "transform", "import", "send", "documents", "report", "explain", "dead-letters", "diff",
        "connections", "replay", "forget", "status", "topics", "doctor", "units", "demo", "examples", "sandbox",
        "webhook-echo",
        "completion", "help",
    ]

    /// The names of a command's options, as its help lists them.
    static func options(of command: String) -> [String] {
        (parse("\(command) --help").printed ?? "").split(separator: "\n").compactMap { line in
            line.hasPrefix("  --") ? line.dropFirst(4).split(separator: " ").first.map(String.init) : nil
        }
    }

    @Test(arguments: ["--help"] + commands.map { "\($0) --help" })
    func `help fits 80 columns and has no blanks at the end of a line`(line: String) throws {
        for line in try #require(parse(line).printed).split(separator: "\n") {
            #expect(line.count <= 80, "\(line)")
            #expect(!line.hasSuffix(" "), "\(line)")
        }
    }

    @Test func `the overview names every command`() throws {
        let overview = try #require(parse("--help").printed)
        for command in Self.commands { #expect(overview.contains("\n  \(command) ")) }
    }

    @Test func `the overview lists commands by what a person wants to do, each in one group`() throws {
        let overview = try #require(parse("--help").printed)
        let groups = ["Try", "Run", "Look", "Change", "Repair", "In your shell"]
        let headings = overview.split(separator: "\n").filter { line in groups.contains { line == "\($0):" } }
        #expect(headings == groups.map { "\($0):" })
        for command in Self.commands {
            #expect(overview.ranges(of: "\n  \(command) ").count == 1)
        }
        let repair = try #require(overview.firstRange(of: "Repair:\n  "))
        #expect(overview[repair.upperBound...].hasPrefix("dead-letters "))
    }

    @Test func `run has the options that the contract names, and transform those that shape documents`() {
        let shaping = [
            "topic-prefix", "input-prefix", "output-topics", "sleep-threshold", "state-retention", "document-max-bytes",
            "upload-max-bytes", "source-priority", "allow-loopback-callbacks", "known-connections-only", "log-level",
            "log-format", "config",
        ]
        let running = [
            "bootstrap-servers", "group-id", "group-instance-id", "dynamic-membership", "assignment", "state-directory",
            "adopt-state", "memory-limit", "lanes", "commit-interval", "create-topics", "partitions",
            "replication-factor", "kafka", "kafka-token-command", "kafka-token-file", "http-address",
        ]
        let console = ["console", "console-token-file", "console-health-data", "console-host"]
        #expect(Set(Self.options(of: "run")) == Set(shaping + running + console))
        #expect(
            Set(Self.options(of: "transform")) == Set(shaping + ["commit-every", "final", "connection", "connections"])
        )
        let shared = [
            "bootstrap-servers", "topic-prefix", "input-prefix", "group-id", "output-topics", "kafka",
            "kafka-token-command", "kafka-token-file", "config", "log-level", "log-format",
        ]
        let sending = ["to", "connection", "rate", "skip", "dry-run"]
        #expect(Set(Self.options(of: "send")) == Set(shared + sending))
        #expect(
            Set(Self.options(of: "documents"))
                == Set(shared + ["type", "activity", "format", "from", "to", "documents", "json"])
        )
        let reporting = ["by", "from", "to", "type", "week-start", "preset", "at", "documents", "json"]
        #expect(Set(Self.options(of: "report")) == Set(shared + reporting))
        #expect(Set(Self.options(of: "explain")) == Set(shared + shaping + ["uploads", "connections", "json"]))
        let filters = ["code", "connection", "since", "until", "upload", "all", "summary", "by", "limit", "webhooks"]
        let redriving = ["json", "value", "collected-at", "again", "dry-run"]
        #expect(Set(Self.options(of: "dead-letters")) == Set(shared + filters + redriving))
        let replaying = ["into", "from", "until", "connection", "jobs", "rate", "follow", "json", "yes"]
        #expect(Set(Self.options(of: "replay")) == Set(shaping + running + replaying))
        #expect(Set(Self.options(of: "status")) == Set(shared + ["watch", "worker", "json"]))
        #expect(Set(Self.options(of: "diff")) == Set(shared + ["connection", "limit", "json"]))
        #expect(
            Set(Self.options(of: "forget"))
                == Set(shared + ["check", "yes", "timeout", "json", "allow-loopback-callbacks"])
        )
        let changing = ["background", "set", "if-offset", "timeout", "no-wait", "json", "allow-loopback-callbacks"]
        #expect(Set(Self.options(of: "connections")) == Set(shared + changing))
        let delivering = [
            "secrets", "payload", "coalesce", "retry-schedule", "order-hold", "drain-timeout", "concurrency",
            "per-host", "rate-per-host", "connect-timeout", "timeout", "ca-file", "allow-ports", "allow-networks",
            "allow-loopback-callbacks", "new-base",
        ]
        let membership = running.filter { !["lanes", "commit-interval"].contains($0) }
        let calls = ["connection", "hosts", "host", "all", "since", "until", "dry-run", "ed25519", "json"]
        let named = shared.filter { $0 != "output-topics" }
        #expect(Set(Self.options(of: "dispatch")) == Set(named + membership + delivering + calls))
        let sizes = ["partitions", "replication-factor", "document-max-bytes", "upload-max-bytes"]
        #expect(Set(Self.options(of: "topics")) == Set(shared + sizes + ["json"]))
        let machine = ["state-directory", "memory-limit"]
        #expect(Set(Self.options(of: "doctor")) == Set(shared + sizes + machine + ["json"]))
        #expect(Self.options(of: "demo") == ["console", "log-level", "log-format", "config"])
        let tried = ["group-id", "kafka", "output-topics", "kafka-home", "webhooks", "listen", "http-address"]
        #expect(Set(Self.options(of: "sandbox")) == Set(shaping + tried + console))
        let echoing = ["listen", "secrets", "status", "fail", "seed", "delay", "json", "forward-to", "print-body"]
        #expect(Set(Self.options(of: "webhook-echo")) == Set(echoing + ["log-level", "log-format", "config"]))
        let posting = [
            "document", "example", "secrets", "connect-timeout", "timeout", "ca-file", "allow-ports", "allow-networks",
            "allow-loopback-callbacks", "json",
        ]
        #expect(Set(Self.options(of: "webhook-send")) == Set(posting + ["log-level", "log-format", "config"]))
        #expect(Self.options(of: "units").isEmpty)
        #expect(Self.options(of: "examples") == ["json"])
        let importing = ["connection", "output", "temp-directory", "time-zone", "since", "strict", "state-retention"]
        #expect(Set(Self.options(of: "import")) == Set(importing + ["log-level", "log-format", "config"]))
    }

    @Test(arguments: commands)
    func `every option of a command is taken by its parser, and others are not`(command: String) {
        let own = Self.options(of: command)
        for name in Set(Self.commands.flatMap(Self.options)) {
            let complaint = parse(command, argument: "--\(name)=\u{1}").complaint.joined(separator: "\n")
            #expect(complaint.contains("--\(name): is an option of") == !own.contains(name), "\(name)")
            #expect(!complaint.contains("no such option"))
        }
    }

    @Test func `an example in help is a good command line`() throws {
        let commands = [
            "run", "dispatch", "transform", "import", "send", "documents", "report", "explain", "dead-letters",
            "connections", "replay", "forget", "topics", "doctor", "units", "demo", "examples", "sandbox",
            "webhook-echo",
            "help",
        ]
        for command in commands {
            let page = try #require(parse("\(command) --help").printed)
            let example = try #require(page.split(separator: "\n").last).dropFirst("Example: fork-worker ".count)
            if case .usage(let complaint) = parse(String(example)) { Issue.record("\(complaint.text)") }
        }
    }
}
