package import Observation

/// Options of files and of the process.
extension Options {
    static let receivingTable: OptionTable = [
        Option("listen", \.echo.listen, .httpAddress, of: [.webhookEcho]):
            "Receive webhooks at this address, at any path. Port 0 selects a free port, which is logged.",
        Option("secrets", optional: \.secretsFile, .path("FILE"), or: "none", of: [.webhookEcho]): """
        Verify with the secrets of this JSON file, which has the members default, apps and connections. \
        FORK_WEBHOOK_SECRET is the default secret if the file has none.
        """,
    ]

    static let inputTable: OptionTable = [
        Option("commit-every", \.transform.commitEvery, .integer(1...Int.max), of: [.transform]):
            "Commit after this many lines, and at the end.",
        Option("final", \.transform.final, .toggle, of: [.transform]):
            "Print only the documents that are live at the end, ordered by topic and key.",
        Option("connections", optional: \.transform.connections, .path("FILE"), or: "none", of: [.transform]):
            "Read connection settings from this NDJSON file before the first upload.",
    ]

    static let workerTable: OptionTable = [
        Option("state-directory", \.process.stateDirectory, .path("DIR"), of: [.run, .doctor]):
            "Keep the local state in this folder. It is locked, so workers cannot share it.",
        Option(
            "state-directory",
            optional: \.replay.stateDirectory,
            .path("DIR"),
            or: "state-PREFIX, such as state-shadow",
            of: [.replay]
        ):
            "Keep the replay's local state in this folder. A worker that takes over the replay can reuse it.",
        Option("state-directory", \.process.stateDirectory, .path("DIR"), or: .text("state-dispatch"), of: [.dispatch]):
            "Keep the local state in this folder. It is locked, so dispatchers and workers cannot share it.",
        Option("adopt-state", \.process.adoptsState, .toggle, of: members): """
        Accept state, topics and offsets that were moved or restored from a backup. Without a committed offset, the \
        worker reads from the offset in the state, or from the earliest record if that offset no longer exists.
        """,
        Option("memory-limit", \.process.memoryLimitBytes, .size(64 << 20...1 << 50), of: [.run, .replay, .doctor]): """
        Limit the memory of the whole process with all lanes. An upload of more than 1 MiB can take the process above \
        the limit, by at most 32 times the bytes above 1 MiB.
        """,
        Option(
            "memory-limit",
            \.process.memoryLimitBytes,
            .size(64 << 20...1 << 50),
            or: .text("256MiB"),
            of: [.dispatch]
        ):
            "Limit the memory of the process. Connection settings are not included, and take about 220 bytes each.",
        Option("lanes", \.process.lanes, .integer(1...64), of: [.run, .replay]):
            "Run this many threads, each with its own consumer and producer. Threads without partitions are idle.",
        Option("commit-interval", \.process.commitIntervalMilliseconds, .duration(1...60_000), of: [.run, .replay]):
            "Commit at the latest this long after a record was read: at most half of transaction.timeout.ms, by default 15 s.",
        Option("http-address", optional: \.process.httpAddress, .httpAddress, or: "off", of: servers): """
        Serve /livez, /startupz, /readyz and /metrics over HTTP at this address, such as 0.0.0.0:9090 or [::1]:9090. \
        Port 0 selects a free port, which is logged.
        """,
        Option("console", \.process.console.isOn, .toggle, of: consoles): """
        Serve a page and an API at /console/ of --http-address that show what the worker does. Without \
        --console-token-file, only programs of this machine are answered.
        """,
        Option(
            "console-token-file",
            optional: \.process.console.tokenFile,
            .path("FILE"),
            or: "none",
            of: consoles
        ): """
        Ask for one of the tokens in this file: one per line, at most 16, each 32 to 200 characters of A-Z a-z 0-9 . _ \
        ~ + / = -. A changed file is read again within 10 s.
        """,
        Option("console-health-data", \.process.console.showsHealthData, .toggle, of: consoles):
            "Show the documents of connections in the console too. Needs --console-token-file.",
        Option("console-host", each: \.process.console.hosts, .consoleHost, or: "none", of: consoles): """
        Answer requests of the console under this name. localhost and IP addresses are always answered, other names \
        never. Repeatable.
        """,
    ]

    static let demoTable: OptionTable = [
        Option("console", optional: \.demo.console, .httpAddress, or: "off", of: [.demo]): """
        After the report, serve the console with the people of the demo at this address of this machine until stopped, \
        such as 127.0.0.1:9090. It asks for no token.
        """
    ]

    /// The option of commands that have the same default.
    private static func logLevel(of commands: [CommandName]) -> Option {
        let usual = commands.first.map { LogOptions.usualLevel(of: $0).rawValue } ?? ""
        return Option("log-level", optional: \.log.level, .choice(), or: .text(usual), of: commands)
    }

    private static let logLevelHelp = "Log this level and more severe ones to standard error."

    static let generalTable: OptionTable = [
        logLevel(of: logging.filter { $0 != .demo && $0 != .sandbox }): logLevelHelp,
        logLevel(of: [.demo]): logLevelHelp,
        logLevel(of: [.sandbox]): logLevelHelp,
        Option("log-format", optional: \.log.format, .choice(), or: "text on a terminal, else json", of: logging):
            "Write log lines in this format.",
        Option("config", optional: \.configFile, .path("FILE"), or: "none", of: logging):
            "Read options from this JSON file. The command line and the environment override it.",
    ]
}

extension LogOptions {
    /// Returns the default log level of a command.
    package static func usualLevel(of command: CommandName) -> Level {
        switch command {
        case .demo: .error
        case .sandbox: .warning
        default: .info
        }
    }
}
