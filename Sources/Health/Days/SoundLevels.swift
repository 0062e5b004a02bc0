import Glibc

/// The mean of sound levels in decibels: the level of the steady sound that has the same energy.
///
/// For example, one hour of 70 dB and one hour of 80 dB have a mean of 77.4 dB.
enum SoundLevels {
    /// Returns the mean, weighted by duration, or by the number of measurements if no sample has a duration.
    ///
    /// `samples` must not be empty.
    static func mean(of samples: some Collection<Sample>, pool: borrowing Pool) -> Double {
        let haveDurations = samples.contains { $0.duration > 0 }
        // Relative to the greatest level, because 10^(level / 10) can overflow.
        var greatest = -Double.infinity
        for sample in samples where !haveDurations || sample.duration > 0 { greatest = max(greatest, sample.value) }
        var energy = 0.0
        var weight = 0.0
        for sample in samples where !haveDurations || sample.duration > 0 {
            let own = haveDurations ? sample.duration : count(sample, pool)
            energy += own * pow(10, (sample.value - greatest) / 10)
            weight += own
        }
        return greatest + 10 * log10(energy / weight)
    }

    private static func count(_ sample: Sample, _ pool: borrowing Pool) -> Double {
        sample.flags.contains(.condensed) ? Double(Extra(pool.extra(sample)).count) : 1
    }
}
