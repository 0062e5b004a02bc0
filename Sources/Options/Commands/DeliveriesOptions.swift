/// The options of `dispatch list` and `dispatch resend`, which share their table row with `dispatch`.
package struct DeliveriesOptions: Sendable {
    package enum Action: Sendable, Equatable {
        /// Lists connections whose jobs wait; nil lists all.
        case list(connection: String?)
        case resend(Resend)
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

    package internal(set) var action = Action.list(connection: nil)
    var connections: [String] = []
    var isAll = false
    var since: TimeArgument?
    var until: TimeArgument?
    var isDryRun = false
}
