import Kafka
import Observation
import System

/// Logs why no broker has answered yet, for each broker address, and shows these reasons in `/startupz`.
final class FirstContact {
    private var contacts: BrokerContacts
    private let clocks: Clocks
    private let board: ProbeBoard
    private let observer: Observer
    private let report: (ClientEvent) -> Void

    init(_ options: WorkerOptions, _ clocks: Clocks, _ board: ProbeBoard, observer: Observer) {
        contacts = BrokerContacts(bootstrapServers: options.bootstrapServers)
        self.clocks = clocks
        self.board = board
        self.observer = observer
        report = ClientReports.sink(observer)
    }

    /// Collects the connection errors of a client, and logs its other messages.
    func hear(_ event: ClientEvent) {
        switch event {
        case .notice(let error) where error.code != .allBrokersDown: contacts.note(error)
        case .notice, .statistics: break
        // Logged at level debug only, because the notice of the same failure is logged too.
        case .log(let line) where ["FAIL", "ERROR", "FAIL_SSL"].contains(line.facility):
            observer.brokerLog(severity: 7, facility: line.facility, text: line.text)
        case .log: report(event)
        }
    }

    /// Logs and publishes the reasons why an attempt to reach the brokers failed.
    func noteFailure(_ error: KafkaError, of check: borrowing TopicCheck) {
        check.serveEvents()
        guard error.isOfClient else {
            // A broker has answered with an error.
            board.waits(for: [])
            return observer.brokerLog(severity: 4, facility: error.name, text: error.withAdvice)
        }
        contacts.noteAdvertised(check.advertisedAddresses())
        check.serveEvents()
        for contact in contacts.due(at: clocks.steadyMilliseconds()) {
            observer.brokerSilent(at: contact.address, reason: contact.sentence, advice: contact.advice)
        }
        board.waits(for: contacts.silent.map(\.sentence))
    }
}

extension KafkaError {
    /// Whether the error comes from the client rather than from a broker.
    fileprivate var isOfClient: Bool { code.rawValue < 0 }
}
