/// The kind of topic that a connection's documents are published to.
package enum Route: Hashable, Sendable {
    /// The connection's own topic, `<prefix>connection.<id>`.
    case connection
    /// The one topic of all connections, `<prefix>documents`.
    case single
    /// The topic of an app, `<prefix>app.<id>`; nil if the settings name no app.
    case app([UInt8]?)

    /// Creates the route that the rules choose.
    ///
    /// Only settings name the app, because an upload must not choose a topic.
    package init(_ routing: Rules.Routing, appID: [UInt8]?) {
        switch routing {
        case .connection: self = .connection
        case .single: self = .single
        case .app: self = appID.map { Self(app: $0) } ?? .app(nil)
        }
    }

    /// The name of the topic of connections without an app.
    private static let unknownApp = "unknown"

    /// Creates the route of an app.
    ///
    /// An app with the id `unknown` has the topic of connections without an app. So both must have the same route. With
    /// two routes, a move between them would delete each document right after it was published.
    private init(app id: [UInt8]) { self = .app(id == Array(Self.unknownApp.utf8) ? nil : id) }

    /// Returns the name of the topic.
    package func topic(of connection: ConnectionID, prefix: String) -> String {
        switch self {
        case .connection: prefix + "connection." + connection.string
        case .single: prefix + "documents"
        case .app(let id): prefix + "app." + (id.map { String(decoding: $0, as: UTF8.self) } ?? Self.unknownApp)
        }
    }

    /// Returns the connection whose own topic has this name; nil for any other topic.
    package static func connection(ofTopic topic: String, prefix: String) -> ConnectionID? {
        let start = prefix + "connection."
        return topic.hasPrefix(start) ? ConnectionID(Array(topic.utf8.dropFirst(start.utf8.count))) : nil
    }

    /// Creates the route of a topic that several connections share.
    package init(ofSharedTopic topic: String, prefix: String) {
        let start = prefix + "app."
        self = topic.hasPrefix(start) ? Self(app: Array(topic.utf8.dropFirst(start.utf8.count))) : .single
    }

    /// The bytes that name the route in the state.
    package var packed: [UInt8] {
        var packer = Packer()
        pack(into: &packer)
        return packer.bytes
    }

    /// Whether the topic contains documents of one connection only.
    package var isOwn: Bool { self == .connection }

    package func pack(into packer: inout Packer) {
        switch self {
        case .connection: packer.byte(0)
        case .single: packer.byte(1)
        case .app(nil): packer.byte(2)
        case .app(let id?):
            packer.byte(3)
            packer.string(id)
        }
    }

    /// Decodes a route from within another value; nil if the bytes are damaged.
    package init?(from unpacker: inout Unpacker) {
        switch unpacker.byte() {
        case 0: self = .connection
        case 1: self = .single
        case 2: self = .app(nil)
        case 3: self = Self(app: unpacker.string())
        default: return nil
        }
    }
}
