/// Resolves a property value from a file (`name=@FILE`) or from a variable (`name=$NAME`).
///
/// References keep secrets out of the command line. A value that begins with a literal `@` or `$` is written with `@@`
/// or `$$`. Error messages never quote the reference, because it may be a secret that begins with `@` or `$`.
enum Reference {
    /// Above the size of any password or key; the limit keeps a wrong path from filling the memory.
    private static let maxBytes = 64 << 10

    /// Returns `name=value` with the resolved value.
    static func resolve(
        _ text: String,
        environment: [String: String],
        readFile: (String) -> [UInt8]?
    ) throws(Reason) -> String {
        guard let equals = text.firstIndex(of: "=") else { return text }
        let begin = text.index(after: equals)
        let value = text[begin...]
        guard let sign = value.unicodeScalars.first, sign == "@" || sign == "$" else { return text }
        let rest = String(value.unicodeScalars.dropFirst())
        if rest.unicodeScalars.first == sign { return text[..<begin] + rest }
        return try text[..<begin] + (sign == "@" ? content(rest, readFile) : variable(rest, environment))
    }

    private static func content(_ path: String, _ readFile: (String) -> [UInt8]?) throws(Reason) -> String {
        guard !path.isEmpty, !path.utf8.contains(0), var bytes = readFile(path)?[...] else {
            throw Reason("cannot read the file named after '@'; for a literal value that starts with '@', write '@@'")
        }
        guard bytes.count <= maxBytes else { throw Reason("the file named after '@' has more than 64KiB") }
        if bytes.last == UInt8(ascii: "\n") {
            bytes.removeLast()
            if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        }
        guard !bytes.isEmpty else { throw Reason("the file named after '@' is empty") }
        guard let content = String(validating: bytes, as: UTF8.self) else {
            throw Reason("the file named after '@' is not UTF-8 text")
        }
        return content
    }

    private static func variable(_ name: String, _ environment: [String: String]) throws(Reason) -> String {
        // An empty variable counts as not set, as for all options.
        guard let value = environment[name], !value.isEmpty else {
            throw Reason(
                "the variable named after '$' is not set; for a literal value that starts with '$', write '$$'"
            )
        }
        return value
    }
}
