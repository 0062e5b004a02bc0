import Kafka
import System
import Worker

/// The contact of a command with its brokers: whether a broker has answered, and why addresses do not answer.
///
/// All clients of a command report their connection errors to this object.
final class BrokerContact {
    /// The interval at which errors and signals are checked while no broker answers.
    private static let lookMilliseconds: Int32 = 250
    private static let eventCount = 100
    /// The time without an answer after which the reasons are reported.
    private static let quietFor = Duration.milliseconds(1_500)

    private let servers: String
    private var contacts: BrokerContacts
    private(set) var isMade = false
    /// The reason why clients cannot log in to any broker, for example a missing token.
    private var loginFailure: String?

    init(bootstrapServers: String) {
        servers = bootstrapServers
        contacts = BrokerContacts(bootstrapServers: bootstrapServers)
    }

    /// Stores the reason of a connection error; ignores other events.
    func note(_ event: ClientEvent) {
        guard case .notice(let error) = event, error.code != .allBrokersDown else { return }
        if error.code == .authentication, BrokerComplaint(error) == nil { loginFailure = error.reason }
        contacts.note(error)
    }

    /// Waits until a broker answers, and reports after `quietFor` why none does.
    func make(_ cluster: Cluster, until deadline: BrokerDeadline = BrokerDeadline()) throws(OperationError) {
        isMade = false
        let begun = ContinuousClock.now
        let clocks = Clocks()
        let admin = try OperationError.of { () throws(KafkaError) in
            try Admin(cluster.admin) { [weak self] event in self?.note(event) }
        }
        while !isMade {
            do throws(KafkaError) {
                _ = try admin.clusterID(timeoutMilliseconds: Self.lookMilliseconds)
                contacts = BrokerContacts(bootstrapServers: servers)
                loginFailure = nil
                isMade = true
            } catch {
                guard error.kind == .passing else { throw OperationError(error) }
                for _ in 0..<Self.eventCount { admin.poll(timeoutMilliseconds: 0) }
                try cluster.progress.checkCancellation()
                guard deadline.secondsLeft > 0 else { throw silence(seconds: BrokerDeadline.seconds) }
                guard ContinuousClock.now - begun > Self.quietFor else { continue }
                for contact in contacts.due(at: clocks.steadyMilliseconds()) {
                    cluster.progress.report(contact, loginFailure: loginFailure, secondsLeft: deadline.secondsLeft)
                }
            }
        }
    }

    /// Returns the error for brokers that have not answered for this time, with the reason for each address.
    func silence(seconds: Int64) -> OperationError {
        if let loginFailure { return .silence(loginFailure, seconds: seconds) }
        let silent = contacts.silent
        let explained = silent.filter { $0.words != nil }
        return .silence(explained.isEmpty ? silent : explained, seconds: seconds)
    }
}
