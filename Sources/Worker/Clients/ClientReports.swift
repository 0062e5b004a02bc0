package import Kafka
package import Observation

/// Passes the events of Kafka clients to the observer.
package enum ClientReports {
    /// Returns a handler for the `onEvent` parameter of a client.
    package static func sink(_ observer: Observer) -> (ClientEvent) -> Void {
        { event in
            switch event {
            case .log(let line):
                observer.brokerLog(severity: Int(line.severity), facility: line.facility, text: line.text)
            case .notice(let error):
                if let complaint = BrokerComplaint(error), let broker = complaint.broker, !complaint.wasConnected {
                    observer.brokerFailed(broker, at: complaint.address, reason: complaint.fact)
                }
                // librdkafka also logs these connection errors.
                if error.code == .transport || error.code == .allBrokersDown { return }
                observer.brokerLog(severity: 4, facility: error.name, text: error.reason)
            case .statistics: break
            }
        }
    }
}
