import Observation

extension Reason {
    /// A reason whose code does not matter.
    init(_ sentence: String) { self.init(.clientFailed, sentence) }
}
