/// Average, least and greatest of samples of one discrete type; a condensed sample counts as often as it says.
package struct Averages {
    private var sum = 0.0
    private var weight = 0.0
    /// What the values were multiplied by to be added.
    private var scale = 1.0
    package private(set) var minimum = Double.infinity
    package private(set) var maximum = -Double.infinity

    /// The averages of samples, which are taken in ascending order.
    package init(_ samples: [Sample], pool: borrowing Pool) {
        self.init(ascending: Sample.sorted(samples), pool: pool)
    }

    /// The averages of samples that are ascending.
    init(ascending samples: some Collection<Sample>, pool: borrowing Pool) {
        add(samples, pool, scale: 1)
        if sum.isFinite { return }
        // The sum is beyond a double, and the average is not: as many samples as there can be, each long for as many
        // measurements as there can be, add up to less when their values are this much less.
        (sum, weight, self.scale) = (0, 0, 0x1p-128)
        add(samples, pool, scale: self.scale)
    }

    private mutating func add(_ samples: some Collection<Sample>, _ pool: borrowing Pool, scale: Double) {
        for sample in samples {
            if sample.flags.contains(.condensed) {
                let extra = Extra(pool.extra(sample))
                add(sample.value * scale, times: Double(extra.count))
                minimum = min(minimum, extra.minimum ?? sample.value)
                maximum = max(maximum, extra.maximum ?? sample.value)
            } else {
                add(sample.value * scale, times: 1)
                minimum = min(minimum, sample.value)
                maximum = max(maximum, sample.value)
            }
        }
    }

    private mutating func add(_ value: Double, times: Double) {
        sum += value * times
        weight += times
    }

    /// The average, which lies between the least and the greatest, whatever rounding has made of it.
    package var average: Double { min(max(sum / weight / scale, minimum), maximum) }

    /// Average, least and greatest, with their words.
    var worded: [(value: Double, word: [UInt8])] {
        [(average, Literals.average), (minimum, Literals.minimum), (maximum, Literals.maximum)]
    }
}
