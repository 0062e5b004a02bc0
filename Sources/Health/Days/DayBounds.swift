package import Vocabulary

/// The bounds of a local day in the zones of samples.
///
/// A document's bounds are the earliest start and the latest end of the day in these zones.
package struct DayBounds {
    package let day: Day
    /// The bounds of days that were already computed.
    ///
    /// A connection's samples have few zones, and most samples have the zone of the previous sample.
    private var known: [(zone: Int32, start: Double, end: Double)] = []
    private var last = 0

    package init(_ day: Day) { self.day = day }

    /// Returns the bounds of the day in a sample's zone.
    package mutating func bounds(_ sample: Sample, _ pool: Pool) -> (start: Double, end: Double) {
        let zone = pool.zoneNumber(sample)
        if last >= known.count || known[last].zone != zone { find(zone, sample, pool) }
        return (known[last].start, known[last].end)
    }

    private mutating func find(_ zone: Int32, _ sample: Sample, _ pool: Pool) {
        last = known.firstIndex { $0.zone == zone } ?? known.count
        if last < known.count { return }
        let bounds = pool.zone(sample).bounds(of: day)
        known.append((zone, bounds.start, bounds.end))
    }

    /// Whether a sample starts on the day, in its own zone.
    package mutating func holdsStart(_ sample: Sample, _ pool: Pool) -> Bool {
        let bounds = bounds(sample, pool)
        return bounds.start <= sample.start && sample.start < bounds.end
    }
}
