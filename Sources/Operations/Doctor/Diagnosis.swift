/// The result of one check that can find a problem before a worker fails.
package struct Diagnosis: Equatable, Sendable {
    /// The subject of a check, in the order of the output.
    package enum Check: String, CaseIterable, Sendable {
        case broker, library, certificate, clock, right, topic, state
        case stateDirectory = "state-directory"
        case memory, zones
    }

    /// `warning`: workers run, but something should be fixed; `failed`: workers fail, or will.
    package enum Verdict: String, CaseIterable, Sendable {
        case ok, warning, failed
    }

    package let check: Check
    /// The address, topic, path or name that was checked.
    package let about: String
    package let verdict: Verdict
    /// The finding, as a text for people.
    package let message: String
    /// The advice; nil if there is nothing to do.
    package let advice: String?

    package init(_ check: Check, _ about: String, _ verdict: Verdict, _ message: String, advice: String? = nil) {
        self.check = check
        self.about = about
        self.verdict = verdict
        self.message = message
        self.advice = advice
    }
}
