import JSON
package import Vocabulary

/// A webhook that a command sends once, independently of jobs.
package struct SingleWebhook: Equatable, Sendable {
    /// The connection id in webhooks to a URL that belongs to no connection.
    package static let exampleConnection = ConnectionID(Array("example".utf8)) ?? .ofPartition

    package let id: String
    package let connection: ConnectionID
    package let appID: [UInt8]?
    package let body: [UInt8]

    /// Creates a webhook without documents, with the type `ping`.
    ///
    /// `appID` is the app of the connection's settings. `id` is a UUID. `now` is the Unix time in milliseconds.
    package init(pinging connection: ConnectionID, appID: [UInt8]?, id: String, at now: Int64) {
        self.init(connection, appID: appID, id: id, type: "ping", at: now) { writer in
            writer.member("documents") { $0.raw("[]") }
        }
    }

    /// Creates a webhook with one new document.
    ///
    /// `id` is a UUID. `now` is the Unix time in milliseconds; the sequence is the same time in microseconds.
    ///
    /// - Throws: If the document is not a JSON object with the strings `id` and `type`.
    package init(document: [UInt8], id: String, at now: Int64) throws(WrongDocument) {
        let (documentID, type) = try Self.idAndType(of: document)
        self.init(Self.exampleConnection, appID: nil, id: id, type: "fork.data.updated", at: now) { writer in
            writer.member("user_id", "example")
            writer.member("data_type", type)
            writer.member("created_at", Self.instant(now))
            writer.member("uploads") { $0.raw("[]") }
            writer.member("part", 1)
            writer.member("parts", 1)
            writer.member("documents") { writer in
                writer.array([documentID]) { documentID, writer in
                    writer.object {
                        $0.member("id", documentID)
                        $0.member("op", "upsert")
                        $0.member("document") { $0.raw(document) }
                    }
                }
            }
            writer.member("sequence", now * 1_000)
        }
    }

    private static func idAndType(of document: [UInt8]) throws(WrongDocument) -> (id: String, type: String) {
        var parser = Parser(maximumDepth: 128)
        guard let parsed = try? parser.parse(document) else { throw WrongDocument("the document is not JSON") }
        guard let id = parsed.member("id")?.text?.string, let type = parsed.member("type")?.text?.string else {
            throw WrongDocument("the document is not an object with the texts id and type")
        }
        return (id, type)
    }

    private init(
        _ connection: ConnectionID,
        appID: [UInt8]?,
        id: String,
        type: String,
        at now: Int64,
        data: (inout Writer) -> Void
    ) {
        self.id = id
        self.connection = connection
        self.appID = appID
        body = Writer.object { writer in
            writer.member("type", type)
            writer.member("timestamp", Self.instant(now))
            writer.object("data") { writer in
                writer.member("id", id)
                writer.member("connection_id", connection.string)
                if let appID { writer.member("app_id", String(decoding: appID, as: UTF8.self)) }
                data(&writer)
            }
        }
    }

    private static func instant(_ milliseconds: Int64) -> String {
        String(decoding: Instant.iso8601(unixMilliseconds: milliseconds), as: UTF8.self)
    }
}

/// The reason why a document cannot be sent.
package struct WrongDocument: Error, Equatable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
