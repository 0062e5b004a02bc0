import Vocabulary

/// Options that apply to a single call.
extension Options {
    static let callTable: OptionTable = [
        Option("to", \.send.target, .choice(), of: [.send]):
            "Send lines to the topic of uploads, or of connection settings.",
        Option("connection", optional: \.send.connection, .connection, or: "none", of: [.send]):
            "Use this connection for lines without a connection_id.",
        Option("connection", optional: \.transform.connection, .connection, or: "none", of: [.transform]):
            "Use this connection for lines of Open Wearables and HealthKitReporter, which name no connection.",
        Option("connection", optional: \.deadLetters.connection, .connection, or: "all", of: [.deadLetters]):
            "Select dead letters of this connection.",
        Option("connection", each: \.chosenConnections, .connections, or: "all", of: [.diff, .replay]):
            "Include only this connection. Repeatable.",
        Option(
            "rate",
            optional: \.send.ratePerSecond,
            .integer(1...1_000_000),
            or: "as fast as the brokers take them",
            of: [.send]
        ):
            "Send at most this many lines per second.",
        Option("skip", \.send.skippedLines, .integer(0...Int.max), of: [.send]):
            "Skip this many lines at the beginning, counted over all files.",
        Option("dry-run", \.send.isDryRun, .toggle, of: [.send]):
            "Only check the lines, without a broker.",
        Option("dry-run", \.deadLetters.isDryRun, .toggle, of: [.deadLetters]):
            "Only show which dead letters would be redriven or parked, and write nothing.",
        Option("webhooks", \.deadLetters.isOfWebhooks, .toggle, of: [.deadLetters]):
            "Work on the jobs that dispatchers have given up. A redriven job is delivered again.",
        Option("listen", \.sandbox.listen, .httpAddress, of: [.sandbox]): """
        Start the broker at this address, which it also gives to clients. Port 0 selects a free port. The embedded \
        broker takes only IPv4 addresses, such as 0.0.0.0.
        """,
        Option("webhooks", \.sandbox.deliversWebhooks, .toggle, of: [.sandbox]): """
        Also start a dispatcher and a receiver that verifies deliveries. Callback URLs with http to loopback addresses \
        are allowed.
        """,
        Option(
            "type",
            each: \.documents.types,
            .repeated("TYPE", rule: "a data type, repeatable", words: DataType.allCases.map(\.name)),
            or: "all",
            of: [.documents]
        ):
            "Show documents of this data type, such as sleep. Repeatable.",
        Option(
            "activity",
            each: \.documents.activities,
            .repeated("NAME", rule: "the name of an activity, repeatable"),
            or: "all",
            of: [.documents]
        ):
            "Show only workouts of this activity, such as running. Case and spaces do not matter. Repeatable.",
        Option(
            "format",
            optional: \.documents.format,
            .documentFormat,
            or: "a drawing, or JSON lines",
            of: [.documents]
        ): """
        Print the documents in this form, one record per line. With gpx, print the routes of workouts as GPX 1.1, with \
        heart rate and cycling cadence.
        """,
        Option("from", optional: \.documents.from, .moment, or: "the first", of: [.documents]):
            "Show documents that end after this time. A date is a whole day in the document's time zone.",
        Option("to", optional: \.documents.to, .moment, or: "the last", of: [.documents]):
            "Show documents that start before this time. A date includes the whole day.",
        Option("to", \.convert.form, .form, or: .required, of: [.convert]):
            "Convert documents to this form.",
        Option(
            "documents",
            optional: \.documentFile,
            .path("FILE"),
            or: "read standard input",
            of: [.convert]
        ):
            "Read documents from this NDJSON file, as documents --json or transform prints them.",
        Option("by", \.report.by, .choice(), of: [.report]):
            "Add up figures over periods of this length.",
        Option("from", optional: \.report.from, .date, or: "the first", of: [.report]):
            "Report from this day on.",
        Option("to", optional: \.report.to, .date, or: "the last", of: [.report]):
            "Report up to this day, which is excluded.",
        Option(
            "type",
            each: \.report.types,
            .repeated(
                "IDENTIFIER",
                rule: "an identifier of HealthKit or a data type, repeatable",
                words: DataType.allCases.map(\.name)
            ),
            or: "all",
            of: [.report]
        ):
            "Report this sample type, such as HKQuantityTypeIdentifierStepCount. Repeatable.",
        Option("week-start", \.report.weekStart, .choice(), of: [.report]):
            "Begin weeks on this day.",
        Option("preset", optional: \.report.preset, .choice(), or: "none", of: [.report]): """
        Report the periods and types of C3-PRO, newest first: the last five days, the two full weeks before these days, \
        and the four full months before these weeks. The types are steps, flights, active energy and motion.
        """,
        Option("at", optional: \.report.at, .moment, or: "now", of: [.report]):
            "Use this time as now for --preset.",
        Option("documents", optional: \.documentFile, .path("FILE"), or: "read the topic", of: fileReaders): """
        Read documents from this NDJSON file, - for standard input, as documents --json or transform prints them. No \
        broker is needed.
        """,
        Option("uploads", optional: \.explain.uploads, .path("FILE"), or: "read the topic", of: [.explain]):
            "Read uploads from this NDJSON file, as transform takes it. No broker is needed.",
        Option("connections", optional: \.explain.connections, .path("FILE"), or: "none", of: [.explain]):
            "Read connection settings from this NDJSON file. Needs --uploads.",
        Option("code", optional: \.deadLetters.code, .letterCode, or: "all", of: [.deadLetters]):
            "Select dead letters with this code, such as invalidValue.",
        Option("since", optional: \.deadLetters.since, .moment, or: "the first", of: [.deadLetters]):
            "Select dead letters written at or after this time. A date begins at 00:00 UTC.",
        Option("until", optional: \.deadLetters.until, .moment, or: "the last", of: [.deadLetters]):
            "Select dead letters written before this time. A date begins at 00:00 UTC.",
        Option("upload", optional: \.deadLetters.upload, .topicPlace, or: "all", of: [.deadLetters]):
            "Select dead letters of the input record at this position.",
        Option("all", \.deadLetters.includesSettled, .toggle, of: [.deadLetters]):
            "List redriven and parked dead letters too.",
        Option("summary", \.deadLetters.isSummary, .toggle, of: [.deadLetters]):
            "Print only numbers of dead letters, by code unless --by names another property.",
        Option("by", \.deadLetters.summaryProperty, .choice(), of: [.deadLetters]): """
        Count dead letters by this property with --summary: the app of the settings or else of the upload, the type of \
        the refused sample, or the connection.
        """,
        Option(
            "value",
            optional: \.deadLetters.valueFile,
            .path("FILE"),
            or: "the dead letter's value",
            of: [.deadLetters]
        ): """
        Redrive one dead letter with the JSON in FILE instead of its value: a sample if a sample was refused, an \
        upload if the whole upload was refused.
        """,
        Option("collected-at", optional: \.deadLetters.collectedAt, .moment, or: "the upload's", of: [.deadLetters]):
            "Set the collection time of samples whose upload is no longer in its topic. A date is 00:00 UTC.",
        Option("again", \.deadLetters.isAgain, .toggle, of: [.deadLetters]):
            "Redrive dead letters even if they were redriven or parked before, or refused again five times.",
        Option("limit", optional: \.deadLetters.limit, .integer(1...1_000_000), or: "all", of: [.deadLetters]):
            "List at most this many dead letters, the oldest first, or rows of --summary, the largest first.",
        Option("limit", \.diff.limit, .integer(0...10_000), of: [.diff]):
            "Show at most this many documents that differ, ordered by connection and id. All are counted.",
        Option(
            "json",
            \.isJSON,
            .toggle,
            of: [
                .documents, .report, .explain, .deadLetters, .diff, .connections, .replay, .forget, .dispatch, .status,
                .topics, .doctor, .webhookEcho, .webhookSend, .examples,
            ]
        ):
            "Print one JSON object per line, even on a terminal.",
        Option("yes", \.isAgreed, .toggle, of: [.replay, .forget]):
            "Skip the confirmation prompt.",
        Option("check", \.forget.isCheck, .toggle, of: [.forget]):
            "Only search for remaining records of the connection, and change nothing.",
        Option("timeout", \.forget.timeoutMilliseconds, .duration(0...86_400_000), or: .text("60s"), of: [.forget]):
            "Wait this long for workers, not counting the time to read topics.",
        Option("background", \.connections.onlyBackground, .toggle, of: [.connections]):
            "List only connections that get webhooks: with a callback URL, not closed, and with types to deliver.",
        Option("set", each: \.connections.fields, .field, or: "none", of: [.connections]): """
        Change this field of the settings. VALUE is JSON, or else a string; null removes the field. Repeatable.
        """,
        Option("if-offset", optional: \.connections.ifOffset, .integer(-1...Int.max), or: "any", of: [.connections]):
            "Write only if the newest settings of ID have this offset, which get prints; -1 means that ID has no settings.",
        Option("timeout", \.connections.timeoutMilliseconds, .duration(0...86_400_000), of: [.connections]):
            "Wait this long for workers to read the settings.",
        Option("no-wait", \.connections.isWithoutWait, .toggle, of: [.connections]):
            "Do not wait for workers.",
        Option(
            "connection",
            each: \.deliveries.connections,
            .connections,
            or: "all; resend and retry need a filter",
            of: [.dispatch]
        ):
            "List, retry or send again the jobs of this connection. Repeatable.",
        Option("hosts", \.deliveries.listsHosts, .toggle, of: [.dispatch]):
            "List the hosts for which jobs wait, instead of connections.",
        Option("host", optional: \.deliveries.host, .name, or: "none; retry needs a filter", of: [.dispatch]):
            "Retry the jobs that wait for this host: HOST for all its ports, or HOST:PORT.",
        Option("all", \.deliveries.isAll, .toggle, of: [.dispatch]):
            "Retry or send again the jobs of all connections.",
        Option("since", optional: \.deliveries.since, .moment, or: "required for resend", of: [.dispatch]):
            "Send again the jobs written at or after this time. A date begins at 00:00 UTC.",
        Option("until", optional: \.deliveries.until, .moment, or: "now", of: [.dispatch]):
            "Send again the jobs written before this time. A date begins at 00:00 UTC.",
        Option("dry-run", \.deliveries.isDryRun, .toggle, of: [.dispatch]):
            "Only count the jobs that would be sent again, and write nothing.",
        Option("ed25519", \.isEd25519, .toggle, of: [.dispatch]):
            "Make a pair of keys instead of a shared secret, so that receivers know no secret.",
        Option("connection", \.importing.connection, .connection, or: .required, of: [.importing]):
            "Write uploads of this connection.",
        Option("output", optional: \.importing.output, .path("FILE"), or: "standard output", of: [.importing]):
            "Write uploads to this file, compressed if its name ends with .gz.",
        Option(
            "temp-directory",
            optional: \.importing.temporaryDirectory,
            .path("DIR"),
            or: "the folder of --output, else TMPDIR, else /tmp",
            of: [.importing]
        ):
            "Keep temporary files in this folder. They need about as much space as the XML of the export.",
        Option(
            "time-zone",
            optional: \.importing.timeZone,
            .name,
            or: "the offset of the phone when it made the export",
            of: [.importing]
        ):
            "Use this time zone for samples without one, such as Europe/Vilnius.",
        Option("since", optional: \.importing.since, .moment, or: "the first sample", of: [.importing]):
            "Leave out samples that start before this time. A date begins at midnight in --time-zone, or else in UTC.",
        Option("strict", \.importing.isStrict, .toggle, of: [.importing]):
            "Exit with status 1 if something in the export was not understood.",
        Option("watch", \.status.watches, .toggle, of: [.status]):
            "Repeat the status every two seconds until stopped.",
        Option("worker", each: \.status.workers, .workers, or: "none", of: [.status]):
            "Show the progress of restores and re-derivations of the worker with this --http-address. Repeatable.",
        Option("into", \.replay.into, .prefix, or: "must be given", of: [.replay]):
            "Write to topics with this prefix, such as shadow. They are created. Must end with a dot.",
        Option("from", optional: \.replay.from, .moment, or: "the first", of: [.replay]):
            "Read only uploads with this timestamp or a later one. A date begins at 00:00 UTC.",
        Option("until", optional: \.replay.until, .moment, or: "the last", of: [.replay]):
            "Stop before the first upload with this timestamp or a later one.",
        Option("jobs", \.replay.makesJobs, .toggle, of: [.replay]):
            "Write webhook jobs too, to the replay's own topic.",
        Option("rate", optional: \.replay.ratePerSecond, .integer(1...1_000_000), or: "no limit", of: [.replay]):
            "Read at most this many uploads per second in this process.",
        Option("follow", \.replay.follows, .toggle, of: [.replay]): """
        Continue with new uploads after the end, until stopped. The log event caught_up shows that the end was \
        reached.
        """,
    ]

    static let answeringTable: OptionTable = [
        Option("forward-to", optional: \.echo.forwardTo, .loopbackURL, or: "nowhere", of: [.webhookEcho]):
            "Forward each unchanged request to this http URL on this machine, and return its response.",
        Option("print-body", \.echo.printsBody, .toggle, of: [.webhookEcho]):
            "Also print the headers and the body of each request.",
        Option("document", optional: \.single.documentFile, .path("FILE"), or: "an example", of: [.webhookSend]):
            "Send the document in this JSON file, as documents prints it; - is standard input.",
        Option("example", \.single.example, .choice(), of: [.webhookSend]):
            "Send a document of a made-up person.",
        Option("status", \.echo.status, .integer(200...599), of: [.webhookEcho]):
            "Answer verified deliveries with this status.",
        Option("fail", \.echo.failShare, .share, or: .text("0"), of: [.webhookEcho]):
            "Answer a random share of verified deliveries with status 500.",
        Option("seed", optional: \.echo.seed, .integer(0...Int.max), or: "random", of: [.webhookEcho]):
            "Start the random choice of --fail with this number. The same number selects the same deliveries.",
        Option("delay", \.echo.delayMilliseconds, .duration(0...600_000), of: [.webhookEcho]):
            "Answer each delivery this long after it has arrived.",
    ]
}
