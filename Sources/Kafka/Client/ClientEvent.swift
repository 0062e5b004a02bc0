/// An event of a client, delivered on the owner's thread while it polls.
package enum ClientEvent: Sendable {
    case log(LogLine)
    /// A notice about brokers or connections, such as `_ALL_BROKERS_DOWN` or a failed authentication.
    ///
    /// The client keeps trying.
    case notice(KafkaError)
    /// The client's statistics in librdkafka's JSON, if `statistics.interval.ms` is set.
    case statistics([UInt8])

    /// A line of librdkafka's log.
    package struct LogLine: Sendable {
        /// The severity as in syslog: 0 emergency, 3 error, 4 warning, 6 information, 7 debug.
        package let severity: Int32
        /// librdkafka's short name for the source, such as `FAIL`.
        package let facility: String
        /// The text, which begins with the name of the thread.
        package let text: String
    }
}
