/// Where the documents of a connection go.
package enum Route: Hashable, Sendable {
    /// To the connection's own topic.
    case connection
    /// To the one topic of all.
    case single
    /// To the topic of an app; nil where no settings name one.
    case app([UInt8]?)

    /// The route that rules ask for; only settings name the app, since an upload can't choose a topic.
    init(_ routing: Rules.Routing, appID: [UInt8]?) {
        switch routing {
        case .connection: self = .connection
        case .single: self = .single
        case .app: self = .app(appID)
        }
    }

    /// The name of the topic.
    func topic(of connection: ConnectionID, prefix: String) -> String {
        switch self {
        case .connection: prefix + "connection." + connection.string
        case .single: prefix + "documents"
        case .app(let id): prefix + "app." + (id.map { String(decoding: $0, as: UTF8.self) } ?? "unknown")
        }
    }

    /// The connection whose own topic this is; nil where it is another's.
    static func connection(ofTopic topic: String, prefix: String) -> ConnectionID? {
        let start = prefix + "connection."
        return topic.hasPrefix(start) ? ConnectionID(Array(topic.utf8.dropFirst(start.utf8.count))) : nil
    }

    /// What routes are listed by.
    var order: [UInt8] {
        var packer = Packer()
        pack(into: &packer)
        return packer.bytes
    }

    /// Whether nobody else's documents are in the topic.
    var isOwn: Bool { self == .connection }

    /// Writes the route as a part of something.
    func pack(into packer: inout Packer) {
        switch self {
        case .connection: packer.byte(0)
        case .single: packer.byte(1)
        case .app(nil): packer.byte(2)
        case .app(let id?):
            packer.byte(3)
            packer.string(id)
        }
    }

    /// Reads a route that is a part of something; nil when it is none.
    init?(from unpacker: inout Unpacker) {
        switch unpacker.byte() {
        case 0: self = .connection
        case 1: self = .single
        case 2: self = .app(nil)
        case 3: self = .app(unpacker.string())
        default: return nil
        }
    }
}
