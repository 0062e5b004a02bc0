import Vocabulary

/// The segments with samples that name a workout, by workout id: these samples may arrive before the workout.
struct WorkoutMentions {
    private let reader: StateReader
    /// The segments that were read or added, by workout.
    private var segments: [UUID128: Set<StateKey>] = [:]
    private var changed: Set<UUID128> = []

    init(_ reader: StateReader) {
        self.reader = reader
    }

    /// Returns the segments with samples that name a workout, ascending.
    mutating func segments(naming workout: UUID128) -> [StateKey] {
        read(workout)
        return (segments[workout] ?? []).sorted()
    }

    /// Adds a segment with a sample that names a workout.
    mutating func insert(_ segment: StateKey, naming workout: UUID128) {
        read(workout)
        if segments[workout, default: []].insert(segment).inserted { changed.insert(workout) }
    }

    /// Removes a segment whose samples no longer name the workout.
    mutating func remove(_ segment: StateKey, naming workout: UUID128) {
        if segments[workout]?.remove(segment) != nil { changed.insert(workout) }
    }

    /// The ids of all workouts that samples name.
    var workouts: Set<UUID128> {
        let range = StateKey(.named)...StateKey(.named, id: UUID128(hi: .max, lo: .max))
        return Set(reader.stateKeys(in: range).map(\.id)).union(segments.keys)
    }

    var changes: [StateChange] {
        changed.map { workout in
            let stateKeys = (segments[workout] ?? []).sorted()
            var packer = Packer(capacity: 1 + 8 * stateKeys.count)
            packer.byte(StateFormat.named.version)
            for stateKey in stateKeys { packer.word(stateKey.head) }
            return reader.change(StateKey(.named, id: workout), to: stateKeys.isEmpty ? nil : packer.bytes)
        }
    }

    private mutating func read(_ workout: UUID128) {
        guard segments[workout] == nil else { return }
        let read = reader.read(.named, at: StateKey(.named, id: workout)) { bytes -> Set<StateKey>? in
            guard var unpacker = StateFormat.named.unpacker(bytes), bytes.count % 8 == 1 else { return nil }
            var segments: Set<StateKey> = []
            while !unpacker.isAtEnd { segments.insert(StateKey(head: unpacker.word())) }
            return segments
        }
        segments[workout] = read.meaning ?? []
    }
}
