import Vocabulary

/// The document that is to be explained.
enum AskedDocument {
    /// A document of a window, with its state key.
    case window(Window, StateKey)
    case session(UUID128)

    /// Parses a document id such as `steps/2024-04-16`; nil if no document can have this id.
    init?(_ id: String) {
        let parts = id.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let type = DataType.allCases.first(where: { $0.name == parts[0] }) else { return nil }
        let name = parts.count == 2 ? parts[1] : nil
        var stateKey: StateKey?
        switch type {
        case .characteristic:
            if name != nil { return nil }
            self = .window(.characteristics, StateKey(.published, stream: type))
            return
        case .sleep:
            guard let session = name.flatMap({ UUID128($0) }) else { return nil }
            self = .session(session)
            return
        case .workouts:
            guard let workout = name.flatMap({ UUID128($0) }) else { return nil }
            self = .window(.workout(workout), StateKey(.published, stream: type, id: workout))
            return
        case .heart: stateKey = name.flatMap { Self.hour($0) }
        default:
            stateKey = name.flatMap { Self.day(Array($0.utf8)) }.map { StateKey(.published, day: $0, stream: type) }
        }
        guard let stateKey else { return nil }
        self = .window(Window(stateKey, type), stateKey)
    }

    /// Parses `2024-04-16T13Z`.
    private static func hour(_ name: String) -> StateKey? {
        let bytes = Array(name.utf8)
        guard bytes.count == 14, bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: "Z"),
            let day = day(Array(bytes[..<10])), let ten = Day.digit(bytes[11]), let one = Day.digit(bytes[12]),
            let hour = UInt8(exactly: ten * 10 + one), hour < 24
        else { return nil }
        return StateKey(.published, day: day, stream: .heart, hour: hour)
    }

    /// Parses `2024-04-16`.
    private static func day(_ bytes: [UInt8]) -> Int32? { Day(bytes.span)?.days }

    /// Returns the state key of the document; nil for a sleep session that was never published.
    func stateKey(in state: ConnectionState) -> StateKey? {
        switch self {
        case .window(_, let stateKey): return stateKey
        case .session(let id):
            var found: StateKey?
            state.published.each { entry in
                if entry.stateKey.stream == DataType.sleep.rawValue, entry.stateKey.id == id { found = entry.stateKey }
            }
            return found
        }
    }

    /// The id of the document in the form of documents, with an upper-case UUID.
    var id: [UInt8] {
        switch self {
        case .session(let id): Document.id(.sleep, id.textBytes)
        case .window(_, let stateKey): DataType(rawValue: stateKey.stream).map { Document.id($0, at: stateKey) } ?? []
        }
    }
}
