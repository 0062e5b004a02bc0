package import Worker

/// Reasons of failures for readers who may not learn the ids of connections.
package enum OwnerlessReason {
    /// Returns a reason with `…` for topics and ids of single connections.
    package static func text(_ reason: String, _ topics: TopicNames) -> String {
        let words = reason.split(separator: " ", omittingEmptySubsequences: false)
        var previous: Substring = ""
        return words.map { word in
            defer { previous = word }
            let opening = word.prefix { Self.punctuation.contains($0) }
            let bare = word.dropFirst(opening.count).prefix { !Self.punctuation.contains($0) }
            let rest = word.dropFirst(opening.count + bare.count)
            // A sentence can end after a topic, and a topic can contain dots.
            let name = bare.hasSuffix(".") ? bare.dropLast() : bare
            let isOwn = topics.purpose(of: String(name))?.isOwn ?? false
            // As the reason about unreadable state has it: `of connection conn-7: its summary`.
            let isID = previous == "connection" && rest.first == ":"
            return isOwn || isID ? "\(opening)…\(bare.dropFirst(name.count))\(rest)" : String(word)
        }.joined(separator: " ")
    }

    private static let punctuation: Set<Character> = [":", ",", ";", "(", ")", "'", "`", "\"", "[", "@"]
}
