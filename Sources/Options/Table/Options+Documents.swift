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
        "End a sleep session at a gap of this length between samples. With 0s, the samples of a session must overlap."
    )
    static let stateRetention = Option(
        "state-retention",
        .duration(day...36_500 * day),
        .text("400d"),
        in: .documents,
        of: shaping + [.importing],
        """
        Accept changes to documents for this long before a connection's newest upload. Older documents are frozen, and \
        stay frozen if the value is raised.
        """
    )
    static let documentMaxBytes = Option(
        "document-max-bytes",
        .size(1000...512 << 20),
        .text("900000"),
        in: .documents,
        of: shaping + [.topics, .doctor],
        "Split longer documents into parts."
    )
    static let uploadMaxBytes = Option(
        "upload-max-bytes",
        .size(1...512 << 20),
        .text("16MiB"),
        in: .documents,
        of: shaping + [.topics, .doctor],
        "Refuse longer uploads without reading them."
    )
    static let sourcePriority = Option(
        "source-priority",
        .words,
        .text("Watch,iPhone"),
        in: .documents,
        of: shaping,
        "Prefer samples of these devices when samples overlap: prefixes of product types, the preferred one first."
    )
    static let allowLoopbackCallbacks = Option(
        "allow-loopback-callbacks",
        .toggle,
        in: .documents,
        of: shaping + [.connections, .forget],
        "Allow callback URLs with http to loopback addresses."
    )
    static let knownConnectionsOnly = Option(
        "known-connections-only",
        .toggle,
        in: .documents,
        of: shaping,
        "Refuse uploads of connections without settings. This prevents topics for invented connection ids."
    )
}
