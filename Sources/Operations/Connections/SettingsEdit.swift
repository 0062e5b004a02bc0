import JSON
package import Vocabulary

/// The change of a single field of settings.
package struct SettingsEdit: Equatable, Sendable {
    package let name: String
    /// The JSON of the new value; nil removes the field.
    package let value: [UInt8]?

    /// Creates a change from texts; a value that is not JSON is a string, and `null` removes the field.
    package init(_ name: String, to text: String) {
        self.name = name
        var parser = Parser()
        if let value = try? parser.parse(Array(text.utf8)) {
            self.value = value.isNull ? nil : value.written
        } else {
            var writer = Writer()
            writer.string(text)
            value = writer.bytes
        }
    }

    /// The change that closes a connection.
    package static let closing = SettingsEdit("closed", to: "true")

    /// Returns the JSON of changed settings; all other fields keep their values and their order.
    ///
    /// If several changes concern one field, the last one applies. `json` contains the current settings; if it is nil,
    /// new settings for `connection` are made.
    package static func apply(_ edits: [SettingsEdit], to json: [UInt8]?, of connection: ConnectionID) -> [UInt8] {
        var fields: [(name: String, value: [UInt8]?)] = []
        var places: [String: Int] = [:]
        func set(_ name: String, _ value: [UInt8]?) {
            if let place = places[name] {
                fields[place].value = value
            } else {
                places[name] = fields.count
                fields.append((name, value))
            }
        }
        var parser = Parser()
        if let json, let record = try? parser.parse(json), var members = record.members {
            while let member = members.next() { set(member.key.string, member.value.written) }
        } else {
            set("connection_id", Writer.string(connection))
        }
        for edit in edits { set(edit.name, edit.value) }
        return Writer.object { writer in
            for field in fields {
                if let value = field.value { writer.member(field.name) { $0.raw(value) } }
            }
        }
    }
}

extension Writer {
    /// Returns a connection id as JSON.
    fileprivate static func string(_ connection: ConnectionID) -> [UInt8] {
        var writer = Writer()
        writer.string(connection.bytes)
        return writer.bytes
    }
}
