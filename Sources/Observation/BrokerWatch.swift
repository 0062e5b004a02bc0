/// Decides, once for the clients of all lanes, which brokers are lost and which are back.
struct BrokerWatch {
    private struct Loss {
        let time: Int64
        /// The first response count of each lane after the loss; a greater count shows that the broker answers again.
        var responses: [Int: Int64] = [:]
    }

    private var reached: Set<Int32> = []
    private var lost: [Int32: Loss] = [:]

    /// Records a failed connection; returns true if the broker has answered before, so that it is lost now.
    mutating func failed(_ broker: Int32, at now: Int64) -> Bool {
        guard reached.remove(broker) != nil else { return false }
        lost[broker] = Loss(time: now)
        return true
    }

    /// Records the number of responses that the consumer of a lane has received from a broker.
    ///
    /// - Returns: The milliseconds for which the broker was lost, if the broker is back now; otherwise nil.
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
