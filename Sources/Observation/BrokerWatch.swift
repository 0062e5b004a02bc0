/// Decides which brokers are lost and which are back, by the clients of all lanes.
///
/// Each loss and each return is decided once for all clients.
struct BrokerWatch {
    private struct Loss {
        let time: Int64
        /// The first response count of each lane since the loss.
        ///
        /// The count can include responses from before the loss.
        var responses: [Int: Int64] = [:]
    }

    private var reached: Set<Int32> = []
    private var lost: [Int32: Loss] = [:]

    /// Notes that a client could not connect to a broker.
    ///
    /// - Returns: Whether the broker is lost now, after it has answered before.
    mutating func failed(_ broker: Int32, at now: Int64) -> Bool {
        guard reached.remove(broker) != nil else { return false }
        lost[broker] = Loss(time: now)
        return true
    }

    /// Notes how many responses of a broker the consumer of a lane has received.
    ///
    /// - Returns: For how many milliseconds the broker was lost, if it is back now.
    mutating func responded(_ broker: Int32, count: Int64, lane: Int, at now: Int64) -> Int64? {
        guard count > 0 else { return nil }
        guard let loss = lost[broker] else {
            reached.insert(broker)
            return nil
        }
        guard let before = lost[broker]?.responses.updateValue(count, forKey: lane), count > before else { return nil }
        lost[broker] = nil
        reached.insert(broker)
        return max(0, now - loss.time)
    }
}
