import Vocabulary

/// Options that affect documents.
extension Options {
    static let shapingTable: OptionTable = [
        Option(
            "sleep-threshold",
            \.rules.sleepThresholdSeconds,
            .seconds(0...7 * day),
            or: .text("60min"),
            of: shaping
        ):
            "End a sleep session at a gap of this length between samples. With 0s, the samples of a session must overlap.",
        Option(
            "state-retention",
            \.rules.stateRetentionSeconds,
            .seconds(day...36_500 * day),
            of: shaping + [.importing]
        ): """
        Keep documents changeable for this long before a connection's newest upload. Older documents are frozen, and \
        stay frozen if the value is raised.
        """,
        Option(
            "document-max-bytes",
            \.rules.documentMaxBytes,
            .size(1000...512 << 20),
            of: shaping + [.documents, .convert, .topics, .doctor]
        ):
            "Split longer documents into parts.",
        Option("upload-max-bytes", \.rules.uploadMaxBytes, .size(1...512 << 20), of: shaping + [.topics, .doctor]):
            "Refuse longer uploads without reading them.",
        Option("source-priority", \.rules.sourcePriority, .words, of: shaping): """
        If samples overlap, prefer samples of these devices: prefixes of product types, the most preferred first. The \
        word user-entered stands for samples that a person entered by hand, which rank last without it.
        """,
        Option(
            "allow-loopback-callbacks",
            \.rules.allowsLoopbackCallbacks,
            .toggle,
            of: shaping + [.connections, .forget]
        ):
            "Allow callback URLs with http to loopback addresses.",
        Option("known-connections-only", \.rules.knownConnectionsOnly, .toggle, of: shaping):
            "Refuse uploads of connections without settings. This prevents topics for invented connection ids.",
    ]
}
