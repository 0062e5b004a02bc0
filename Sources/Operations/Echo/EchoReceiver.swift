import Vocabulary
package import Webhooks

/// A test receiver for webhooks: verifies deliveries, chooses their status, and detects duplicates and late deliveries.
///
/// It uses neither a clock nor sockets.
package struct EchoReceiver: Sendable {
    /// The largest number of delivery ids to remember, and of connections.
    package static let keysMax = 100_000
    /// The status of a delivery that is not verified.
    private static let unverifiedStatus = 401
    /// The status of a delivery that fails on purpose.
    private static let failedStatus = 500

    private let secrets: SecretsFile
    private let status: Int
    private var failing: SeededShare
    /// The ids that were answered 2xx, as version 5 UUIDs, so that a long id needs no more memory.
    private var accepted: RecentTable<UUID128, Bool>
    /// The greatest sequence of each connection that was answered 2xx.
    private var newest: RecentTable<ConnectionID, Int64>
    package private(set) var counts = EchoCounts()

    /// Creates a receiver that has received nothing yet.
    ///
    /// - Parameters:
    ///   - secrets: The secrets of all connections.
    ///   - status: The status of verified deliveries.
    ///   - failShare: The share of verified deliveries that are answered with 500, from 0 to 1.
    ///   - seed: The number that determines which deliveries fail.
    ///   - keysMax: The largest number of ids and of connections that are remembered.
    package init(_ secrets: SecretsFile, status: Int, failShare: Double, seed: UInt64, keysMax: Int = keysMax) {
        self.secrets = secrets
        self.status = status
        failing = SeededShare(failShare, seed: seed)
        accepted = RecentTable(limit: keysMax)
        newest = RecentTable(limit: keysMax)
    }

    /// Judges a delivery, and remembers it if it is accepted.
    ///
    /// `nowSeconds` is the time in Unix seconds. `answered` is the status of the server to which the request was
    /// passed on; nil to choose the status here.
    ///
    /// - Returns: The line to report, with the status of the answer.
    package mutating func receive(
        _ delivery: ReceivedDelivery,
        nowSeconds: Int64,
        answered: Int? = nil
    ) -> EchoedDelivery {
        let fields = DeliveredFields(body: delivery.body)
        let inForce = secrets.secrets(app: fields.app, connection: fields.connection)
        var echoed = EchoedDelivery(
            id: delivery.id.map { String(decoding: $0, as: UTF8.self) },
            connection: fields.connection?.string,
            dataType: fields.dataType?.string,
            sequence: fields.sequence,
            fault: delivery.fault(inForce, nowSeconds: nowSeconds),
            status: answered ?? Self.unverifiedStatus
        )
        if echoed.isVerified, let id = delivery.id { judge(&echoed, id: .v5(name: id), fields, answered) }
        counts.add(echoed)
        return echoed
    }

    private mutating func judge(
        _ echoed: inout EchoedDelivery,
        id: UUID128,
        _ fields: DeliveredFields,
        _ answered: Int?
    ) {
        echoed.isDuplicate = accepted[id] != nil
        if let connection = fields.connection, let sequence = fields.sequence, let greatest = newest[connection] {
            echoed.isLate = sequence < greatest
        }
        echoed.status = answered ?? (failing.next() ? Self.failedStatus : status)
        guard echoed.isAccepted else { return }
        accepted.set(id, to: true)
        if let connection = fields.connection, let sequence = fields.sequence, !echoed.isLate {
            newest.set(connection, to: sequence)
        }
    }
}
