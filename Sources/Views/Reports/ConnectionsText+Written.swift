package import Operations
import Vocabulary

/// Messages for standard error after a command has written settings.
extension ConnectionsText {
    /// Returns the message after settings were written, and whether the command has succeeded.
    ///
    /// `answer` is nil if the command does not wait, or was interrupted. `limit` is the longest wait, as text.
    ///
    /// - Returns: The message, and false if workers have refused the settings or have not read them in time.
    package static func summary(
        _ written: WrittenSettings,
        _ answer: SettingsUpdate.Answer?,
        topic: String,
        group: String,
        within limit: String
    ) -> (text: String, isDone: Bool) {
        let it = written.place == nil ? "them" : "it"
        let text = sentence(written, topic)
        switch answer {
        case nil: return (text, true)
        case .taken: return ("\(text), and workers of \(group) have read \(it)", true)
        case .unknown: return ("\(text). The broker of a sandbox does not say when workers have read \(it)", true)
        case .late(let partitions):
            let places = partitions.prefix(5).map(String.init).joined(separator: ", ")
            let more = partitions.count > 5 ? " …" : ""
            return (
                "\(text), but no worker of \(group) has committed partition \(places)\(more) within \(limit): "
                    + "check with fork-worker status whether one is running. There is no need to write again", false
            )
        case .refused(let connections, let code):
            let first = connections.first ?? ""
            let more = connections.count > 1 ? " and of \(Figures.count(connections.count - 1, "other"))" : ""
            return (
                "\(text), but workers of \(group) have refused the settings of \(first)\(more) (\(code)), and keep "
                    + "those before: see fork-worker dead-letters list --connection \(first)", false
            )
        }
    }

    private static func sentence(_ written: WrittenSettings, _ topic: String) -> String {
        if let place = written.place, let connection = written.connections.first {
            let isNew = written.created > 0 ? " (new)" : ""
            return
                "\(connection.string)\(isNew) is written to \(topic), partition \(place.partition), offset \(place.offset)"
        }
        let isNew = written.created > 0 ? " (\(written.created) new)" : ""
        let count = Set(written.connections).count
        return "\(Figures.count(count, "connection"))\(isNew) written to \(topic)"
    }

    /// Returns a warning about erased connections that accept uploads again; nil if there are none.
    package static func warning(_ written: WrittenSettings) -> String? {
        guard let first = written.reopened.first else { return nil }
        let more = written.reopened.count > 1 ? " and \(Figures.count(written.reopened.count - 1, "other"))" : ""
        return
            "warning: \(first.string)\(more) was erased by fork-worker forget and is open again: a replay would bring its "
            + "data back. To prevent this, write \"forget\" with the instant of the erasure too"
    }
}
