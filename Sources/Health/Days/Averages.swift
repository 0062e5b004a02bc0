import Vocabulary

/// The average, minimum and maximum of one discrete type's samples, and the number of their values.
///
/// A condensed sample counts as many times as it has measurements. Sound levels are averaged by energy.
package struct Averages {
    package private(set) var count: Int64 = 0
    private var mean = 0.0
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
        if !sum.isFinite {
            // The sum overflowed although the average is finite. Scaled by 2^-128, the sum of any possible number of
            // samples is finite.
            (sum, weight, count, self.scale) = (0, 0, 0, 0x1p-128)
            add(samples, pool, scale: self.scale)
        }
        let type = samples.first.flatMap { Catalogue.sampleType(at: $0.type) }
        let areLevels = type?.aggregation == .discreteEquivalentContinuousLevel
        mean = areLevels ? SoundLevels.mean(of: samples, pool: pool) : sum / weight / self.scale
    }

    private mutating func add(_ samples: some Collection<Sample>, _ pool: borrowing Pool, scale: Double) {
        for sample in samples {
            if sample.flags.contains(.condensed) {
                let extra = Extra(pool.extra(sample))
                add(sample.value * scale, times: extra.count)
                minimum = min(minimum, extra.minimum ?? sample.value)
                maximum = max(maximum, extra.maximum ?? sample.value)
            } else {
                add(sample.value * scale, times: 1)
                minimum = min(minimum, sample.value)
                maximum = max(maximum, sample.value)
            }
        }
    }

    private mutating func add(_ value: Double, times: Int64) {
        sum += value * Double(times)
        weight += Double(times)
        // Counts come from uploads, and their sum may not fit into 64 bits.
        count = times > .max - count ? .max : count + times
    }

    /// The average, limited to the range from minimum to maximum, because rounding could exceed the range.
    package var average: Double { min(max(mean, minimum), maximum) }

    /// The average with the number of its values, the minimum and the maximum.
    var aggregates: [Aggregate] {
        [
            Aggregate(Literals.average, average, count: count), Aggregate(Literals.minimum, minimum),
            Aggregate(Literals.maximum, maximum),
        ]
    }
}
