package struct ConnectionsOptions: Sendable {
    package enum Action: Sendable, Equatable {
        /// Prints the settings of all connections, or only of those that get webhooks.
        case list
        case get(String)
        /// Writes settings from these files; from standard input if there are none, or for `-`.
        case put(files: [String])
        /// Changes fields of a connection.
        case set(String)
        case close(String)
    }

    package internal(set) var action = Action.list
    /// Whether to list only connections that get webhooks.
    package var onlyBackground = false
    /// The fields to change.
    package var fields: [SettingsField] = []
    /// The expected offset of the newest settings; −1 stands for no settings, nil for any.
    package var ifOffset: Int64?
    /// How long to wait for workers.
    package var timeoutMilliseconds = 30_000
    /// Whether not to wait for workers after writing.
    package var isWithoutWait = false
}
