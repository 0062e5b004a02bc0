import Vocabulary
package import Worker

/// The addresses of a sandbox for a person, with commands to paste.
package enum SandboxText {
    /// Returns the lines.
    ///
    /// `program` is the program as the person typed it. `echo` is the receiver of webhooks with its file; it is nil
    /// if nothing is delivered. `http` is the address of health, metrics and the console; it is nil if there is none.
    package static func lines(
        _ options: WorkerOptions,
        program: String,
        echo: (url: String, deliveries: String)? = nil,
        http: String? = nil,
        _ ink: ANSIStyle
    ) -> [String] {
        let topics = options.topics
        let documents =
            switch options.rules.routing {
            case .connection: "\(topics.prefix)connection.<connection id>"
            case .app: "\(topics.prefix)app.<app id>"
            case .single: "\(topics.prefix)documents"
            }
        var rows = [
            ("broker", options.bootstrapServers), ("uploads", topics.uploads), ("connections", topics.connections),
            ("documents", documents), ("webhook jobs", topics.jobs), ("dead letters", topics.deadLetters),
        ]
        if let echo { rows += [("webhook echo", echo.url), ("deliveries", echo.deliveries)] }
        if let http { rows.append(("http address", http)) }
        let table = rows.map { "  " + ink(.dim, Paragraph.pad($0, to: 14)) + DocumentView.shown($1) }
        let commands = commands(options, program, echo?.url).map { "    " + ink(.bold, $0) }
        return [""] + table + ["", "  Paste this into another terminal:", ""] + commands
            + ["", "  Ctrl-C stops the sandbox and removes its files.", ""]
    }

    private static func commands(_ options: WorkerOptions, _ program: String, _ callback: String?) -> [String] {
        let rules = options.rules
        var settings = [("BOOTSTRAP_SERVERS", options.bootstrapServers)]
        if options.topics.prefix != Rules().topicPrefix { settings.append(("TOPIC_PREFIX", options.topics.prefix)) }
        if options.topics.inputPrefix != options.topics.prefix {
            settings.append(("INPUT_PREFIX", options.topics.inputPrefix))
        }
        if rules.routing != Rules().routing { settings.append(("OUTPUT_TOPICS", rules.routing.rawValue)) }
        if callback != nil { settings.append(("ALLOW_LOOPBACK_CALLBACKS", "true")) }
        let put = callback.map { ["\(program) connections put conn-7 --set callback_url=\($0)"] } ?? []
        return settings.map { "export FORK_\($0)=\($1)" } + put + [
            "\(program) examples sleep-night | \(program) send", "\(program) documents conn-7",
        ]
    }
}
