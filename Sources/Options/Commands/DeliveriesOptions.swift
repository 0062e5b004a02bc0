/// The options of actions such as `dispatch list`, which have no row of their own in the table of commands.
package struct DeliveriesOptions: Sendable {
    package enum Action: Sendable, Equatable {
        /// Lists connections whose jobs wait; nil lists all.
        case list(connection: String?)
        /// Lists the hosts of these connections.
        case listHosts(connection: String?)
        case resend(Resend)
        case retry(Retry)
        case ping(connection: String)
    }

    /// The jobs to send again.
    package struct Resend: Sendable, Equatable {
        /// The connections; nil means all.
        package let connections: [String]?
        package let since: TimeArgument
        package let until: TimeArgument?
        /// Whether to only count the jobs.
        package let isDryRun: Bool
    }

    /// The waiting jobs to make due at once.
    package enum Retry: Sendable, Equatable {
        /// The name of a host, with or without its port.
        case host(String)
        case connections([String])
        case all
    }

    package internal(set) var action = Action.list(connection: nil)
    var connections: [String] = []
    var listsHosts = false
    var host: String?
    var isAll = false
    var since: TimeArgument?
    var until: TimeArgument?
    var isDryRun = false
}
