package import Vocabulary

/// The newest settings of a connection, with the offset of their record.
package struct NewestSettings: Sendable {
    /// The settings; nil if the newest record has no value, or if there is no record.
    package let settings: ConnectionSettings?
    /// The offset of the newest record in `fork.connections`; −1 if there is no record.
    ///
    /// The offset shows whether the record is newer than an answer that turned the connection off.
    package let offset: Int64

    package init(_ settings: ConnectionSettings?, offset: Int64) {
        self.settings = settings
        self.offset = offset
    }

    /// A connection without settings.
    package static let none = Self(nil, offset: -1)
}
