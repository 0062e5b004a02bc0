/// Average, least and greatest of samples of one discrete type; a condensed sample counts as often as it says.
package struct Averages {
    private var sum = 0.0
    private var weight = 0.0
    /// The least measurement.
    package private(set) var minimum = Double.infinity
    /// The greatest measurement.
    package private(set) var maximum = -Double.infinity

    /// The averages of samples, which are taken in ascending order.
    package init(_ samples: [Sample], pool: borrowing Pool) {
        self.init(ascending: Sample.sorted(samples), pool: pool)
    }

    /// The averages of samples that are ascending.
    init(ascending samples: some Sequence<Sample>, pool: borrowing Pool) {
        for sample in samples {
            if sample.flags.contains(.condensed) {
                let extra = Extra(pool.extra(sample))
                add(sample.value, times: Double(extra.count))
                minimum = min(minimum, extra.minimum ?? sample.value)
                maximum = max(maximum, extra.maximum ?? sample.value)
            } else {
                add(sample.value, times: 1)
                minimum = min(minimum, sample.value)
                maximum = max(maximum, sample.value)
            }
        }
    }

    private mutating func add(_ value: Double, times: Double) {
        sum += value * times
        weight += times
    }

    /// The average.
    package var average: Double { sum / weight }

    /// Average, least and greatest, with their words.
    var worded: [(value: Double, word: [UInt8])] {
        [(average, Words.average), (minimum, Words.minimum), (maximum, Words.maximum)]
    }
}
