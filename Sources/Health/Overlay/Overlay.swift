/// One connection during one commit: what was read of its state, and the changes that lie over it.
package struct Overlay {
    /// A segment that was read, or made.
    struct Slot {
        /// Where it is stored.
        let place: Place
        /// The length that it has in the state, nil when the state has none.
        let heldBytes: Int?
        /// Its samples.
        var segment: Segment
        /// Whether it was changed since the uploads before were settled.
        var isDirty = false
        /// Whether it was changed before they were settled.
        var wasDirty = false
        /// Where the next sample may be: a day that is uploaded again comes in the order in which it lies.
        var expected = 0

        /// Whether it must be written.
        var mustBeWritten: Bool { isDirty || wasDirty }
    }

    /// The connection.
    package let connection: ConnectionID
    /// Origins and extras of all samples here.
    package var pool = Pool()
    /// What is known of the connection as a whole.
    package var header: Header
    /// Whether something of the state is in a form that this version does not know: then nothing may come of the commit.
    var isUnreadable: Bool
    /// The header as the state has it.
    let storedHeader: Header
    /// The workouts.
    package var directory: WorkoutDirectory
    /// Samples as they were before the commit that are gone or were replaced, each with the upload that did the last
    /// of it; those that came are told by their `upload`.
    package var removed: [SampleKey: (sample: Sample, upload: Int)] = [:]
    /// What is known of published documents, ascending by where it is kept.
    var published: [Published] = []
    var slots: [Slot] = []
    var slotIndex: [Place: Int] = [:]
    /// The places of slots that the state does not have.
    private(set) var freshPlaces: [Place] = []
    /// What was read of the state.
    private var listing = Listing()
    /// The length of the segments, and their origins, that were read, to bound a commit.
    var readBytes = 0
    /// The slot that was last looked for in each stream.
    private var lastSlots = [Int](repeating: -1, count: 64)
    /// The origins whose zones the header has.
    var notedOrigins = OriginSet()
    /// The origins of the segments of each day that was looked at.
    var dayOrigins: [Int32: DayOrigins] = [:]
    var deletedIDs: DeletedIDs
    var named: [UUID128: Set<Place>] = [:]
    var dirtyNames: Set<UUID128> = []

    /// What the state knows of a connection.
    package init(_ connection: ConnectionID, state: some State) {
        self.connection = connection
        let held = listing.value(at: Place(.header), of: connection, state)
        let known = held.map(Header.init)
        header = (known ?? nil) ?? Header()
        storedHeader = header
        let workouts = listing.value(at: Place(.workouts), of: connection, state)
        let entered = workouts.map(WorkoutDirectory.init)
        directory = (entered ?? nil) ?? WorkoutDirectory()
        isUnreadable = held != nil && (known ?? nil) == nil || workouts != nil && (entered ?? nil) == nil
        deletedIDs = DeletedIDs(count: header.deletedCount)
    }

    /// The UTC day that the horizon lies in: what starts on an earlier day is too late.
    ///
    /// It never goes back, not even when retention is made longer: what is frozen is no longer known, and would be
    /// published anew from the few samples that come again.
    func horizonDay(_ rules: Rules) -> Int32 {
        max(header.horizonDay, Instant.utcDay(header.newestCollectedAt - rules.stateRetentionSeconds))
    }

    /// The slot of a segment, read when it was not.
    mutating func slot(_ place: Place, _ state: some State, _ context: inout Context) -> Int {
        let stream = Int(place.stream & 63)
        if lastSlots[stream] >= 0, slots[lastSlots[stream]].place == place { return lastSlots[stream] }
        if let known = slotIndex[place] {
            lastSlots[stream] = known
            return known
        }
        let bytes = held(at: place, state)
        let origins = place.kind == .segment ? origins(ofDay: place.day, state, &context) : nil
        let known = bytes.flatMap { bytes in
            origins.map { Segment(bytes, naming: $0, pool: &pool) }
                ?? Segment(bytes, pool: &pool, zones: &context.zones)
        }
        if bytes != nil, known == nil { isUnreadable = true }
        let segment = known ?? Segment()
        readBytes += bytes?.count ?? 0
        let new = slots.count
        slots.append(Slot(place: place, heldBytes: bytes?.count, segment: segment))
        slotIndex[place] = new
        if bytes == nil { freshPlaces.append(place) }
        lastSlots[stream] = new
        return new
    }

    /// The value that the state has at a place, nil when there is none.
    mutating func held(at place: Place, _ state: some State) -> [UInt8]? {
        listing.value(at: place, of: connection, state)
    }

    /// The length of the value that the state has at a place, nil when there is none.
    mutating func heldBytes(at place: Place, _ state: some State) -> Int? {
        listing.heldBytes(at: place, of: connection, state)
    }

    /// The places of segments or published documents within a range, those of this commit included, ascending.
    mutating func places(in range: ClosedRange<Place>, _ state: some State) -> [Place] {
        var places = listing.places(in: range, of: connection, state)
        let stored = places.count
        for place in freshPlaces where range.contains(place) { places.append(place) }
        if places.count > stored { places.sort() }
        return places
    }

    /// The zones in which the connection's samples were taken; nil when they are too many to look at each.
    package func zones(_ context: inout Context) -> [Zone]? {
        if header.hasManyZones { return nil }
        return header.zones.compactMap { context.zones.zone($0) }
    }
}
