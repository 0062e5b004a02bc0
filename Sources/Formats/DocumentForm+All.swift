package import Vocabulary

/// The forms in which documents also leave.
extension DocumentForm {
    /// Returns all forms, ascending by name; their times get offsets from `zones`.
    package static func all(_ zones: ZoneTable) -> [DocumentForm] { [] }

    /// The names of all forms, for settings and options.
    package static let names = all(ZoneTable { _ in nil }).map(\.name)
}
