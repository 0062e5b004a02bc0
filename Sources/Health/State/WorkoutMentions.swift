/// In which segments the samples lie that name a workout: kept by the workout's id, because they may come before it.
struct WorkoutMentions {
    private let reader: StateReader
    /// The segments that were read or noted, by workout.
    private var segments: [UUID128: Set<StateKey>] = [:]
    private var changed: Set<UUID128> = []

    init(_ reader: StateReader) {
        self.reader = reader
    }

    /// The segments that hold samples which name a workout, ascending.
    mutating func segments(naming workout: UUID128) -> [StateKey] {
        read(workout)
        return (segments[workout] ?? []).sorted()
    }

    /// Takes note of a segment that holds a sample which names a workout.
    mutating func insert(_ segment: StateKey, naming workout: UUID128) {
        read(workout)
        if segments[workout, default: []].insert(segment).inserted { changed.insert(workout) }
    }

    /// Forgets a segment that holds no such sample any more.
    mutating func remove(_ segment: StateKey, naming workout: UUID128) {
        if segments[workout]?.remove(segment) != nil { changed.insert(workout) }
    }

    /// All workouts that samples name.
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
