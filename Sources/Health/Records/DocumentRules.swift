package import Vocabulary

/// The rules that determine the content of documents.
///
/// If they change, published documents must be derived again.
package struct DocumentRules: Equatable, Sendable {
    /// The version of the derivation.
    ///
    /// It must be raised with every change that derives other documents from the same samples.
    package static let currentVersion = 5

    package var version = Self.currentVersion
    package var sleepThresholdSeconds: Double
    package var sourcePriority: [String]
    package var documentMaxBytes: Int
    package var routing: Rules.Routing

    /// Selects the rules that determine the content of documents.
    package init(_ rules: Rules) {
        sleepThresholdSeconds = rules.sleepThresholdSeconds
        sourcePriority = rules.sourcePriority
        documentMaxBytes = rules.documentMaxBytes
        routing = rules.routing
    }

    /// Describes the differences from other rules, as text for operators.
    package func differences(from old: Self) -> [String] {
        var words: [String] = []
        func note(_ name: String, _ old: some CustomStringConvertible, _ new: some CustomStringConvertible) {
            if old.description != new.description { words.append("\(name) \(old) -> \(new)") }
        }
        note("derivation", old.version, version)
        note("--sleep-threshold", "\(old.sleepThresholdSeconds) s", "\(sleepThresholdSeconds) s")
        note("--source-priority", old.sourcePriority.joined(separator: ","), sourcePriority.joined(separator: ","))
        note("--document-max-bytes", old.documentMaxBytes, documentMaxBytes)
        note("--output-topics", old.routing.rawValue, routing.rawValue)
        return words
    }

    func pack(into packer: inout Packer) {
        packer.count(version)
        packer.double(sleepThresholdSeconds)
        packer.count(documentMaxBytes)
        packer.string(Array(routing.rawValue.utf8))
        packer.count(sourcePriority.count)
        for prefix in sourcePriority { packer.string(Array(prefix.utf8)) }
    }

    /// Decodes rules from within another value; nil if the bytes are damaged.
    init?(from unpacker: inout Unpacker) {
        version = Int(clamping: unpacker.unsigned())
        sleepThresholdSeconds = unpacker.double()
        documentMaxBytes = Int(clamping: unpacker.unsigned())
        guard let routing = Rules.Routing(rawValue: String(decoding: unpacker.string(), as: UTF8.self)) else {
            return nil
        }
        self.routing = routing
        sourcePriority = (0..<unpacker.count()).map { _ in String(decoding: unpacker.string(), as: UTF8.self) }
    }
}
