package import Health
import JSON

/// What a settings record says of forgetting, and the record that says it.
package struct ForgetRecord: Equatable, Sendable {
    /// Whether it says that the connection is forgotten, and nothing else of it.
    package private(set) var isBare = false
    /// Whether it says that the connection is forgotten, and whatever else.
    package private(set) var forgets = false

    /// Reads the JSON of settings; what is none says nothing.
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

    /// The record that has a connection forgotten, and says so to its webhook: with the callback and the list of the
    /// settings before, unless a worker may refuse these: it would refuse that the connection is forgotten with them.
    package static func json(_ connection: ConnectionID, keeping before: [UInt8]?) -> [UInt8] {
        var writer = Writer()
        writer.raw("{\"connection_id\":")
        writer.string(connection.bytes)
        var parser = Parser()
        if let before, let root = try? parser.parse(before) {
            if let callback = root.member("callback_url"),
                CallbackURL.isAllowed(callback.text?.bytes ?? [], loopback: false)
            {
                writer.raw(",\"callback_url\":")
                callback.write(into: &writer)
            }
            if let list = root.member("background_delivery"), !list.isNull {
                writer.raw(",\"background_delivery\":")
                list.write(into: &writer)
            }
        }
        writer.raw(",\"forget\":true}")
        return writer.bytes
    }
}
