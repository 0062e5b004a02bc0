import Glibc
import Observation
import Options
import Views
import Vocabulary

/// Checks the connection and the names that a user gave to a command that shows documents.
///
/// A wrong name ends the process before any document is read.
struct DocumentRequest {
    let connection: ConnectionID
    private let command: String
    private let format: LineFormat?

    /// Checks the connection id.
    init(_ connection: String, _ command: String, _ format: LineFormat?) {
        self.command = command
        self.format = format
        guard let known = ConnectionID(Array(connection.utf8)) else {
            exit(Self.complain("\(command): CONNECTION is malformed", format))
        }
        self.connection = known
    }

    /// Returns the value of a name; ends the process if the name is unknown.
    func known<Value>(_ value: Value?, _ option: String, _ name: String, _ names: [String]) -> Value {
        if let value { return value }
        let shown = DocumentView.shown(String(name.prefix(100)))
        let rule =
            names.isEmpty
            ? "is neither an identifier of HealthKit nor a data type"
            : "must be one of \(names.joined(separator: ", "))"
        exit(Self.complain("\(command): \(option) '\(shown)': \(rule)", format))
    }

    private static func complain(_ text: String, _ format: LineFormat?) -> Int32 {
        ProcessEnvironment.complain([text], asJSON: format == .json, status: .usage)
    }
}
