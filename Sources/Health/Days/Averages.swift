/// The average, minimum and maximum of one discrete type's samples.
///
/// A condensed sample counts with its number of measurements.
package struct Averages {
    private var sum = 0.0
    private var weight = 0.0
    /// A factor applied to the values before they are added.
    private var scale = 1.0
    package private(set) var minimum = Double.infinity
    package private(set) var maximum = -Double.infinity

    /// Creates the averages of samples in any order.
    package init(_ samples: [Sample], pool: borrowing Pool) {
        self.init(ascending: Sample.sorted(samples), pool: pool)
    }

    /// Creates the averages of samples that are in ascending order.
    init(ascending samples: some Collection<Sample>, pool: borrowing Pool) {
        add(samples, pool, scale: 1)
        if sum.isFinite { return }
        // The sum overflowed although the average is finite. Scaled by 2^-128, no possible number of samples overflows.
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

    /// The average, limited to the range of minimum and maximum in spite of rounding.
    package var average: Double { min(max(sum / weight / scale, minimum), maximum) }

    /// The average, minimum and maximum, with their JSON words.
    var worded: [(value: Double, word: [UInt8])] {
        [(average, Literals.average), (minimum, Literals.minimum), (maximum, Literals.maximum)]
    }
}
