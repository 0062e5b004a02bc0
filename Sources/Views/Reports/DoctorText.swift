package import JSON
package import Operations

/// Formats diagnoses as text and as JSON.
package enum DoctorText {
    /// Writes one diagnosis as an object.
    package static func write(_ diagnosis: Diagnosis, into writer: inout Writer) {
        writer.raw("{\"check\":")
        writer.string(diagnosis.check.rawValue)
        writer.raw(",\"about\":")
        writer.string(diagnosis.about)
        writer.raw(",\"verdict\":")
        writer.string(diagnosis.verdict.rawValue)
        writer.raw(",\"message\":")
        writer.string(diagnosis.message)
        writer.raw(",\"advice\":")
        if let advice = diagnosis.advice { writer.string(advice) } else { writer.raw("null") }
        writer.raw("}")
    }

    /// Returns one line for each diagnosis with its advice below it, and a summary at the end.
    package static func lines(_ diagnoses: [Diagnosis]) -> [String] {
        let verdicts = Diagnosis.Verdict.allCases.map(\.rawValue.count).max() ?? 0
        let checks = diagnoses.map(\.check.rawValue.count).max() ?? 0
        let lines = diagnoses.flatMap { diagnosis in
            let verdict = Paragraph.pad(diagnosis.verdict.rawValue, to: verdicts)
            let check = Paragraph.pad(diagnosis.check.rawValue, to: checks)
            let about = DocumentView.shown("\(diagnosis.about): \(diagnosis.message)")
            let indent = String(repeating: " ", count: verdicts + checks + 4)
            return ["\(verdict)  \(check)  \(about)"]
                + (diagnosis.advice.map { [indent + DocumentView.shown($0)] } ?? [])
        }
        let failed = diagnoses.count { $0.verdict == .failed }
        let warnings = diagnoses.count { $0.verdict == .warning }
        return lines + [
            "\(Figures.count(diagnoses.count, "check")): \(failed) failed, \(Figures.count(warnings, "warning"))"
        ]
    }
}
