package import JSON

/// A line that is to be sent: what it is checked for, and by which key it goes.
package enum SentLine {
    /// What a line has come to.
    package enum Verdict: Equatable {
        case key([UInt8])
        /// It is not to be sent, and this is why.
        case wrong(String)
    }

    /// The key of a line, or of one that names none what is given; what else is in it is for the worker to judge.
    package static func verdict(_ line: [UInt8], given: [UInt8]?, _ parser: inout Parser) -> Verdict {
        if line.isEmpty { return .wrong("an empty line is no JSON object") }
        do throws(ParseError) {
            let value = try parser.parse(line)
            guard value.members != nil else { return .wrong("no JSON object") }
            if let connection = value.member("connection_id")?.text { return .key(connection.bytes) }
            if let given { return .key(given) }
            return .wrong("no string connection_id, and no --connection is given")
        } catch {
            return .wrong("no JSON object: \(error.description)")
        }
    }
}

/// Where a line stands.
package struct LinePlace: Equatable, Sendable {
    package let file: String
    /// Counted from 1, as editors do.
    package let line: Int

    package init(file: String, line: Int) {
        self.file = file
        self.line = line
    }

    package var description: String { "\(file):\(line)" }
}
