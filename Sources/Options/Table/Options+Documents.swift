/// The options that affect documents.
///
/// They must be equal for `run` and `transform`, or their documents would differ.
extension Options {
    private static let shaping: [CommandName] = [.run, .transform, .replay, .sandbox]
    private static let day = 86_400_000

    static let sleepThreshold = Option(
        "sleep-threshold",
        .duration(0...7 * day),
        .text("60min"),
        in: .documents,
        of: shaping,
        "A gap between sleep samples as long as this ends the session; with 0s samples must overlap to share one."
    )
    static let stateRetention = Option(
        "state-retention",
        .duration(day...36_500 * day),
        .text("400d"),
        in: .documents,
        of: shaping,
        "How long before a connection's newest upload its samples can still change documents; raising it brings nothing back."
    )
    static let documentMaxBytes = Option(
        "document-max-bytes",
        .size(1000...512 << 20),
        .text("900000"),
        in: .documents,
        of: shaping + [.topics, .doctor],
        "A longer document is cut into parts."
    )
    static let uploadMaxBytes = Option(
        "upload-max-bytes",
        .size(1...512 << 20),
        .text("16MiB"),
        in: .documents,
        of: shaping + [.topics, .doctor],
        "A longer upload is refused unread."
    )
    static let sourcePriority = Option(
        "source-priority",
        .words,
        .text("Watch,iPhone"),
        in: .documents,
        of: shaping,
        "Beginnings of product types, best first: whose samples count when two saw the same time."
    )
    static let allowLoopbackCallbacks = Option(
        "allow-loopback-callbacks",
        .toggle,
        in: .documents,
        of: shaping,
        "Take callback URLs with http, if they lead to this machine."
    )
    static let knownConnectionsOnly = Option(
        "known-connections-only",
        .toggle,
        in: .documents,
        of: shaping,
        "Refuse uploads of connections without settings, so that no key that somebody makes up gets a topic."
    )
}
