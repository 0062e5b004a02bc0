/// The windows that the sample before affected, by stream: what follows mostly affects the same.
struct RecentWindows {
    private struct Entry {
        /// From when to when a sample has to lie.
        var start = Double.infinity
        var end = -Double.infinity
        var upload = -1
        var zone: Int32 = -1
    }

    private var entries = [Entry](repeating: Entry(), count: 64)

    /// Whether a quantity sample affects nothing but what one before it did.
    func hold(_ sample: Sample, _ type: SampleType, _ upload: Int, _ pool: Pool) -> Bool {
        let entry = entries[Int(type.document.rawValue)]
        return entry.upload == upload && entry.start <= sample.start && sample.end < entry.end
            && entry.zone == pool.zoneNumbers[Int(sample.origin)]
    }

    /// Takes note of a sample that lies on one local day only.
    ///
    /// Where the connection has several zones, what covers others affects days of theirs too, and a stream can have
    /// types of both kinds: then nothing is remembered.
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
            zone: pool.zoneNumbers[Int(sample.origin)]
        )
    }
}
