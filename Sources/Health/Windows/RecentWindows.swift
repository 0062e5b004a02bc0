import Vocabulary

/// The windows that the last sample of each stream affected, because the next sample usually affects the same ones.
struct RecentWindows {
    private struct Entry {
        /// The time span in which all samples affect the same windows.
        var start = Double.infinity
        var end = -Double.infinity
        var upload = -1
        var zone: Int32 = -1
    }

    private var entries = [Entry](repeating: Entry(), count: 64)

    /// Whether a quantity sample affects only windows that are already noted.
    func hold(_ sample: Sample, _ type: SampleType, _ upload: Int, _ pool: Pool) -> Bool {
        let entry = entries[Int(type.document.rawValue)]
        return entry.upload == upload && entry.start <= sample.start && sample.end < entry.end
            && entry.zone == pool.zoneNumber(sample)
    }

    /// Remembers the windows of a sample that lies within one local day.
    ///
    /// If the connection has several zones, samples also affect days of other zones. Nothing is then remembered.
    mutating func note(
        _ sample: Sample,
        _ type: SampleType,
        _ upload: Int,
        _ day: (start: Double, end: Double),
        _ pool: Pool,
        _ zones: [Zone]?
    ) {
        guard zones?.count == 1 else { return }
        var (start, end) = day
        if type.document == .heart {
            let hour = Double(Instant.utcHour(sample.start)) * 3600
            start = max(start, hour)
            end = min(end, hour + 3600)
        }
        entries[Int(type.document.rawValue)] = Entry(
            start: start,
            end: end,
            upload: upload,
            zone: pool.zoneNumber(sample)
        )
    }
}
