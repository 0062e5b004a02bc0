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

    /// The owner of the route's topic.
    package func owner(of connection: ConnectionID) -> DocumentOwner {
        switch self {
        case .connection: .connection(connection.string)
        case .single: .all
        case .app(let id): .app(id.map { String(decoding: $0, as: UTF8.self) } ?? Self.unknownApp)
        }
    }

    /// Creates the route of the topics of an owner.
    package init(to owner: DocumentOwner) {
        switch owner {
        case .connection: self = .connection
        case .all: self = .single
        case .app(let id): self = Self(app: Array(id.utf8))
        }
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
    package init?(from unpacker: inout Unpacker) { self.init(unpacker.byte(), from: &unpacker) }

    /// Decodes the rest of a route whose first byte is `code`; nil if the bytes are damaged.
    init?(_ code: UInt8, from unpacker: inout Unpacker) {
        switch code {
        case 0: self = .connection
        case 1: self = .single
        case 2: self = .app(nil)
        case 3: self = Self(app: unpacker.string())
        default: return nil
        }
    }
}
