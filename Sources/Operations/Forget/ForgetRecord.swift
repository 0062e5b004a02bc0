import JSON
package import Vocabulary

/// The parsed `forget` member of a settings record.
package struct ForgetRecord: Equatable, Sendable {
    /// Whether the record contains only the connection and `forget`.
    package private(set) var isBare = false
    /// Whether the record forgets the connection.
    package private(set) var forgets = false

    /// Parses settings; a value that is not a JSON object does not forget the connection.
    package init(_ json: [UInt8]) {
        var parser = Parser()
        guard let root = try? parser.parse(json), var members = root.members else { return }
        forgets = root.member("forget")?.bool == true
        isBare = forgets
        while let member = members.next() {
            if member.key == "forget" || member.key == "connection_id" || member.value.isNull { continue }
            isBare = false
        }
    }

    /// Writes the settings record that forgets a connection.
    ///
    /// The record keeps the callback URL and the delivery list of the previous settings, so that the receiver gets
    /// deletions. A callback URL that a worker may refuse is left out, because the worker would refuse the whole
    /// record.
    package static func json(_ connection: ConnectionID, keeping before: [UInt8]?, allowsLoopback: Bool = false)
        -> [UInt8]
    {
        var callback: [UInt8]?
        var list: [UInt8]?
        var parser = Parser()
        if let before, let root = try? parser.parse(before) {
            if let value = root.member("callback_url"),
                CallbackURL.isAllowed(value.text?.bytes ?? [], loopback: allowsLoopback)
            {
                callback = value.written
            }
            if let value = root.member("background_delivery"), !value.isNull { list = value.written }
        }
        return Writer.object {
            $0.member("connection_id", text: connection.bytes)
            if let callback { $0.member("callback_url") { $0.raw(callback) } }
            if let list { $0.member("background_delivery") { $0.raw(list) } }
            $0.member("forget", true)
        }
    }
}
