/// What is known of a partition as a whole: by which rules its documents are published, and how far they are.
package struct PartitionSummary: Equatable, Sendable {
    /// How far a re-derivation has come: all connections before this one are done, and of it the days before this one.
    package struct Position: Equatable, Sendable {
        /// The connection to go on with; nil for the first.
        package var connection: ConnectionID?
        /// Its UTC day to go on with; nil for its beginning.
        package var day: Int32?
        /// How many connections are done.
        package var done = 0
        /// Where the documents are to be published again that are there, since the topic was deleted.
        package var republished: [Route] = []
    }

    /// The rules by which documents are published, or are being derived again.
    package var rules: DocumentRules
    /// How far the re-derivation has come; nil where none is under way.
    package var position: Position?
    /// How many commits of re-derivation there were.
    package var commits = 0
    /// How many connections have had samples.
    package var connections = 0
    /// How many documents are frozen: they stay as they are, whatever the rules are.
    package var frozen = 0
    /// Where documents of connections that share a topic have gone: such a topic with nothing of the partition in it was
    /// deleted.
    var shared: [Route] = []

    /// A partition whose documents are published by these rules.
    package init(_ rules: DocumentRules) {
        self.rules = rules
    }

    var packed: [UInt8] {
        var packer = Packer()
        packer.byte(StateFormat.partition.version)
        rules.pack(into: &packer)
        packer.count(commits)
        packer.count(connections)
        packer.count(frozen)
        Self.pack(shared, into: &packer)
        packer.byte(position == nil ? 0 : 1)
        if let position {
            packer.string(position.connection?.bytes ?? [])
            packer.optional(position.day.map(Int64.init))
            packer.count(position.done)
            Self.pack(position.republished, into: &packer)
        }
        return packer.bytes
    }

    private static func pack(_ routes: [Route], into packer: inout Packer) {
        packer.count(routes.count)
        for route in routes { route.pack(into: &packer) }
    }

    private static func routes(_ unpacker: inout Unpacker) -> [Route]? {
        var routes: [Route] = []
        for _ in 0..<unpacker.count() {
            guard let route = Route(from: &unpacker) else { return nil }
            routes.append(route)
        }
        return routes
    }

    /// Reads a summary's bytes; nil when they are broken or of another version.
    package init?(_ bytes: [UInt8]) {
        guard var unpacker = StateFormat.partition.unpacker(bytes), let rules = DocumentRules(from: &unpacker) else {
            return nil
        }
        self.rules = rules
        commits = Int(clamping: unpacker.unsigned())
        connections = Int(clamping: unpacker.unsigned())
        frozen = Int(clamping: unpacker.unsigned())
        guard let shared = Self.routes(&unpacker) else { return nil }
        self.shared = shared
        if unpacker.byte() != 0 {
            let connection = ConnectionID(unpacker.string())
            var position = Position(connection: connection)
            position.day = unpacker.optionalInteger().map { Int32(clamping: $0) }
            position.done = Int(clamping: unpacker.unsigned())
            guard let republished = Self.routes(&unpacker) else { return nil }
            position.republished = republished
            self.position = position
        }
        if unpacker.isBroken || !unpacker.isAtEnd { return nil }
    }
}

extension PartitionSummary {
    /// Documents go to these topics now; whether that is news of one of several connections.
    @discardableResult
    mutating func add(_ routes: Set<Route>) -> Bool {
        let new = routes.filter { !$0.isOwn && !shared.contains($0) }
        // In an order of their own, so that the same commit has the same bytes.
        shared = (shared + new).sorted { $0.order.lexicographicallyPrecedes($1.order) }
        return !new.isEmpty
    }

    /// What the state has of it.
    init?(_ reader: StateReader) {
        guard let held = reader.read(.partition, at: StateKey(.partition), { Self($0) }).meaning else { return nil }
        self = held
    }
}
