import Webhooks

/// An environment variable that begins with `FORK_` and is not an option, probably a misspelled one.
package struct StrayVariable: Equatable, Sendable {
    package let name: String
    /// The reason why the variable is ignored, with the nearest option if there is one.
    package let reason: String

    package init(name: String, reason: String) {
        self.name = name
        self.reason = reason
    }

    /// Returns the stray variables of an environment in alphabetical order.
    package static func all(in environment: [String: String]) -> [StrayVariable] {
        environment.keys.filter { $0.hasPrefix("FORK_") }.sorted().compactMap { name in
            guard !settings.contains(name), !isOfService(name, environment[name] ?? "") else { return nil }
            return StrayVariable(name: name, reason: reason(name))
        }
    }

    /// The known variables: those of options, the webhook secrets, and the path of this program for scripts and tests.
    private static let settings = Set(Options.all.compactMap(\.variable) + [SecretsFault.environment, "FORK_WORKER"])

    private static func reason(_ name: String) -> String {
        let option = name.dropFirst("FORK_".count).lowercased().map { $0 == "_" ? "-" : String($0) }.joined()
        if Options.named(option) != nil { return "applies to a single call: give it as --\(option)" }
        let near = SpellingHint.word(to: option, among: Options.all.filter { $0.variable != nil }.map(\.name))
        let variable = near.flatMap { Options.named($0)?.variable }
        return "no such option" + (variable.map { "; did you mean \($0)?" } ?? "")
    }

    /// Whether Kubernetes sets the variable for a Service whose name begins with `fork`, such as `fork-worker`.
    private static func isOfService(_ name: String, _ value: String) -> Bool {
        if name.wholeMatch(of: /FORK(_[A-Z0-9_]+)?_SERVICE_(HOST|PORT(_[A-Z0-9_]+)?)/) != nil { return true }
        if name.firstMatch(of: /_PORT_[0-9]+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/) != nil { return true }
        // A name without a port number is ambiguous, so the value must be an address.
        return name.hasSuffix("_PORT") && ["tcp://", "udp://", "sctp://"].contains { value.hasPrefix($0) }
    }
}
