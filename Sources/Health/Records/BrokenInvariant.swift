package import Vocabulary

/// An invariant that an outcome breaks; always a defect of this program, whatever the input is.
///
/// The description contains no health data and no connection, because operators are asked to report it.
package enum BrokenInvariant: Equatable, Sendable, CustomStringConvertible {
    /// The number of samples in the uploads differs from the sum of their results.
    case accountingUnbalanced(samplesIn: Int, outcomes: Int)
    /// Two changes of one connection have the same state key.
    case stateKeyRepeated(StateKey.Kind?)
    /// The changes of a connection are not adjacent, or do not ascend by state key.
    case stateKeysOutOfOrder(StateKey.Kind?)
    /// Two records of a document have the same topic and key.
    case documentRepeated

    /// The names of all invariants, as errors and metrics show them.
    package static let names = [
        "accounting_unbalanced", "state_key_repeated", "state_keys_out_of_order", "document_repeated",
    ]

    package var name: String {
        switch self {
        case .accountingUnbalanced: Self.names[0]
        case .stateKeyRepeated: Self.names[1]
        case .stateKeysOutOfOrder: Self.names[2]
        case .documentRepeated: Self.names[3]
        }
    }

    package var description: String {
        switch self {
        case .accountingUnbalanced(let samplesIn, let outcomes):
            "\(name): the uploads have \(samplesIn) samples, and \(outcomes) of them are accounted for"
        case .stateKeyRepeated(let kind):
            "\(name): the state of a connection would change twice at one key (\(Self.name(of: kind)))"
        case .stateKeysOutOfOrder(let kind):
            "\(name): the state changes of a connection do not ascend by key (\(Self.name(of: kind)))"
        case .documentRepeated: "\(name): a document would be published twice under one key"
        }
    }

    private static func name(of kind: StateKey.Kind?) -> String { kind.map { "\($0)" } ?? "unknown kind" }
}
