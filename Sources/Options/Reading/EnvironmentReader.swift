/// Reads options from environment variables: `--group-id` is `FORK_GROUP_ID`.
///
/// Other variables that begin with `FORK_` are not errors; `StrayVariable` warns about them.
enum EnvironmentReader {
    /// Reads the variables of all options, except empty ones: Docker Compose passes unset variables as empty.
    static func read(_ environment: [String: String], options: [Option]) -> [String: [Values.Given]] {
        var texts: [String: [Values.Given]] = [:]
        for row in options {
            guard let variable = row.variable, let text = environment[variable], !text.isEmpty else { continue }
            let items = if case .pairs = row.shape { pairs(text) } else { [text] }
            texts[row.name] = items.map { Values.Given(text: $0, place: .variable(variable)) }
        }
        return texts
    }

    /// Splits at line breaks, or at commas if there is only one line.
    private static func pairs(_ text: String) -> [String] {
        text.split(separator: text.contains("\n") ? "\n" : ",").map { String(withoutBlanks($0)) }.filter { !$0.isEmpty }
    }
}
