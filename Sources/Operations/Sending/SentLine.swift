package import JSON

/// Checks a line before it is sent, and finds its key.
package enum SentLine {
    /// The result of checking a line.
    package enum Verdict: Equatable {
        case key([UInt8])
        /// The line is invalid, for this reason.
        case wrong(String)
    }

    /// Returns the connection id of the line as key, or `given` if the line has none.
    ///
    /// The worker checks all other content.
    package static func verdict(_ line: [UInt8], given: [UInt8]?, _ parser: inout Parser) -> Verdict {
        if line.isEmpty { return .wrong("an empty line is not a JSON object") }
        do throws(ParseError) {
            let value = try parser.parse(line)
            // A list can come from HealthKitReporter, whose lists contain no connection id.
            let isList = given != nil && value.elements != nil
            guard isList || value.members != nil else { return .wrong("not a JSON object") }
            if let connection = value.member("connection_id")?.text { return .key(connection.bytes) }
            if let given { return .key(given) }
            return .wrong("no string connection_id, and no --connection is given")
        } catch {
            return .wrong("not a JSON object: \(error.description)")
        }
    }
}

/// The position of a line.
package struct LinePlace: Equatable, Sendable {
    package let file: String
    /// The line number, counted from 1.
    package let line: Int

    package init(file: String, line: Int) {
        self.file = file
        self.line = line
    }

    package var description: String { "\(file):\(line)" }
}
