/// How the copies of samples arrive.
extension History {
    /// Lets different copies of one sample differ in version or in the number of values.
    ///
    /// Otherwise the worker's encoding decides which one counts, and the oracle does not know it.
    static func untied(_ arrivals: [Arrival]) -> [Arrival] {
        var known: [String: PlainSample] = [:]
        var taken: Set<String> = []
        return arrivals.map { arrival -> Arrival in
            guard case .sample(var sample) = arrival else { return arrival }
            // The claim is no part of a copy.
            let claim = sample.claim
            let content = "\(sample.key) \(sample.sent.json)"
            if let same = known[content] {
                sample = same
            } else {
                while !taken.insert("\(sample.key) \(sample.version) \(sample.values)").inserted {
                    sample.figures["more \(sample.figures.count)"] = PlainFigure(value: 1)
                }
                known[content] = sample
            }
            sample.claim = claim
            return .sample(sample)
        }
    }

    /// Lets samples be collected at one of few times, many in a row at the same one.
    mutating func collect() {
        let times = (0..<3).map { _ in Self.collectedAt - Double(number(0...100_000)) }
        var (time, left) = (times[0], 0)
        for index in arrivals.indices {
            guard case .sample(var sample) = arrivals[index] else { continue }
            if left == 0 { (time, left) = (pick(times), number(1...12)) }
            left -= 1
            sample.claim.collectedAt = time
            arrivals[index] = .sample(sample)
        }
    }
}
