/// One thing that was looked at before it could make workers fail, and what is to be said of it.
package struct Diagnosis: Equatable, Sendable {
    /// What is looked at, in the order of the page.
    package enum Check: String, CaseIterable, Sendable {
        case broker, library, certificate, clock, right, topic
        case stateDirectory = "state-directory"
        case memory, zones
    }

    /// From the least grave: nothing to do; better looked after; workers fail, or will.
    package enum Verdict: String, CaseIterable, Sendable {
        case ok, warning, failed
    }

    package let check: Check
    /// The address, topic, path or name that it is about.
    package let about: String
    package let verdict: Verdict
    /// What was found, for a person.
    package let message: String
    /// What to do; nil where there is nothing.
    package let advice: String?

    package init(_ check: Check, _ about: String, _ verdict: Verdict, _ message: String, advice: String? = nil) {
        self.check = check
        self.about = about
        self.verdict = verdict
        self.message = message
        self.advice = advice
    }
}
