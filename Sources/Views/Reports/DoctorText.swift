package import JSON
package import Operations

/// Formats diagnoses as text and as JSON.
package enum DoctorText {
    /// Writes one diagnosis as an object.
    package static func write(_ diagnosis: Diagnosis, into writer: inout Writer) {
        writer.object {
            $0.member("check", diagnosis.check.rawValue)
            $0.member("about", diagnosis.about)
            $0.member("verdict", diagnosis.verdict.rawValue)
            $0.member("message", diagnosis.message)
            $0.member("advice", diagnosis.advice)
        }
    }

    /// Returns one line for each diagnosis with its advice below it, and a summary at the end.
    package static func lines(_ diagnoses: [Diagnosis]) -> [String] {
        let verdicts = Diagnosis.Verdict.allCases.map(\.rawValue.count).max() ?? 0
        let checks = diagnoses.map(\.check.rawValue.count).max() ?? 0
        let rows = diagnoses.flatMap { diagnosis in
            let verdict = Paragraph.pad(diagnosis.verdict.rawValue, to: verdicts)
            let texts = ["\(diagnosis.about): \(diagnosis.message)"] + (diagnosis.advice.map { [$0] } ?? [])
            let lines = texts.flatMap { Paragraph.wrap($0, width: 80 - verdicts - checks - 4) }
            return lines.enumerated().map { [$0 == 0 ? verdict : "", $0 == 0 ? diagnosis.check.rawValue : "", $1] }
        }
        let failed = diagnoses.count { $0.verdict == .failed }
        let warnings = diagnoses.count { $0.verdict == .warning }
        return Table.lines(rows) + [
            "\(Figures.count(diagnoses.count, "check")): \(failed) failed, \(Figures.count(warnings, "warning"))"
        ]
    }
}
