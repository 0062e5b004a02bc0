package import Observation

/// Diagnoses for partitions whose state, inputs and committed offsets do not match.
package enum StateDiagnosis {
    private static let advice =
        "Read \"A partition that is left alone\" in docs/runbook.md before you start workers with --adopt-state."

    /// Returns one diagnosis for all partitions that match, and one for each partition that does not match.
    package static func diagnoses(_ refusals: [Int32: Reason], partitions: Int32, of topic: String) -> [Diagnosis] {
        let fine = (0..<partitions).filter { refusals[$0] == nil }
        let ok = Diagnosis(.state, topic, .ok, "partitions \(EscapedText.ranges(fine)) match inputs and offsets")
        return (fine.isEmpty ? [] : [ok])
            + refusals.sorted { $0.key < $1.key }.map { number, reason in
                Diagnosis(
                    .state,
                    "\(topic) [\(number)]",
                    .failed,
                    "workers leave it alone (\(reason.code.rawValue)): \(reason)",
                    advice: advice
                )
            }
    }
}
