package import Kafka
package import Observation

/// What the library says of its own accord goes to the observer.
package enum ClientReports {
    /// For the `onEvent` of a client.
    package static func sink(_ observer: Observer) -> (ClientEvent) -> Void {
        { event in
            switch event {
            case .log(let line):
                observer.brokerLog(severity: Int(line.severity), facility: line.facility, text: line.text)
            case .notice(let error):
                // The log says the same of connections that come and go.
                if error.code == .transport || error.code == .allBrokersDown { return }
                observer.brokerLog(severity: 4, facility: error.name, text: error.reason)
            case .statistics: break
            }
        }
    }
}
