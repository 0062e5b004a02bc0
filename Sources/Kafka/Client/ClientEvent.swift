/// What a client tells besides its answers; served on the owner's thread, while it polls.
package enum ClientEvent: Sendable {
    /// A line of librdkafka's log.
    case log(LogLine)
    /// A notice about brokers and connections, such as `_ALL_BROKERS_DOWN` or a failed log-in. None of them is final:
    /// the client goes on trying.
    case notice(KafkaError)
    /// What the client has counted so far, in librdkafka's JSON; where `statistics.interval.ms` asks for it.
    case statistics([UInt8])

    /// A line of librdkafka's log.
    package struct LogLine: Sendable {
        /// As in syslog: 0 is an emergency, 3 an error, 4 a warning, 6 information, 7 debugging.
        package let severity: Int32
        /// librdkafka's short word for the place, such as `FAIL`.
        package let facility: String
        /// The line, with the thread's name before it.
        package let text: String
    }
}
