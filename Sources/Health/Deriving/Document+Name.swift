import Vocabulary

/// The names of documents, without deriving them.
extension Document {
    /// Returns the part of an id after the type, from the state key of the published document.
    static func name(_ type: DataType, at stateKey: StateKey) -> [UInt8] {
        switch type {
        case .characteristic: []
        case .sleep, .workouts: stateKey.id.textBytes
        case .heart: HourDocuments.name(Int64(stateKey.day) * 24 + Int64(stateKey.hour))
        default: Day(days: stateKey.day).bytes
        }
    }

    /// Returns an id from the state key of the published document.
    static func id(_ type: DataType, at stateKey: StateKey) -> [UInt8] { id(type, name(type, at: stateKey)) }
}
