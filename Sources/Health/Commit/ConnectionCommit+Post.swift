import JSON

/// What uploads ask to be posted: documents that are there, whether they changed or not.
extension Batch.ConnectionCommit {
    /// Reads what an upload asks for; an entry that is wrong is refused alone.
    mutating func request(
        _ head: UploadHead,
        _ zone: Zone,
        _ number: Int,
        _ refused: inout RefusedElements
    ) {
        guard var entries = head.post?.elements else { return }
        var reader = PostReader(collectedAt: head.collectedAt, zone: zone, upload: number)
        var index = 0
        while let entry = entries.next() {
            defer { index += 1 }
            do throws(Refusal) {
                requests.append(try reader.read(entry, hasCallback: settings?.callbackURL != nil))
            } catch {
                refused.add(error, of: .post, at: index)
            }
        }
    }

    /// The records that uploads of the commit ask for, as they are now, all of its uploads merged.
    ///
    /// What is stored of a published document is its hash, so the windows that were asked for are derived again; should one
    /// differ from what was published, it is published.
    mutating func answers(_ state: some PartitionState, _ context: inout Context) -> [ChangedRecord] {
        var answers: [ChangedRecord] = []
        var encoded = EncodedPart()
        for type in DataType.allCases {
            let asked = requests.filter { $0.type == type }
            if asked.isEmpty { continue }
            var changes: [ChangedRecord] = []
            for publication in publications(type, asked, state, &context) {
                publish(publication, by: &encoded, into: &changes, state, context.rules)
                answer(publication, asked, by: &encoded, into: &answers, state, context.rules)
            }
            changed.add(changes.sorted(by: ChangedRecord.ascending))
        }
        return answers
    }

    private mutating func answer(
        _ publication: DerivedDocument,
        _ asked: [PostRequest],
        by encoded: inout EncodedPart,
        into answers: inout [ChangedRecord],
        _ state: some PartitionState,
        _ rules: Rules
    ) {
        // What starts before the horizon freezes right after the upload that has moved it there.
        guard let document = publication.document, document.firstSampleDay >= loaded.horizonDay(rules),
            loaded.published(at: publication.stateKey, state: state)?.isFrozen == false
        else { return }
        let numbers = asked.filter { $0.means(document.start, document.end) }.map(\.upload)
        guard let last = numbers.last else { return }
        let cause = cause(uploads[last])
        let parts = document.encode(
            into: &encoded,
            maximum: rules.documentMaxBytes,
            connection: loaded.connection
        )
        for (index, part) in (parts.isEmpty ? [encoded] : parts).enumerated() {
            answers.append(
                ChangedRecord(
                    type: publication.type,
                    id: document.id,
                    part: index + 1,
                    bytes: part.bytes(cause),
                    uploads: numbers,
                    isChange: false,
                    askedBy: numbers
                )
            )
        }
    }

    /// The documents of a type that uploads may mean, each once.
    private mutating func publications(
        _ type: DataType,
        _ asked: [PostRequest],
        _ state: some PartitionState,
        _ context: inout Context
    ) -> [DerivedDocument] {
        if type == .sleep {
            return deriveSleep(asked.map { ($0.from, $0.to, $0.upload) }, state, &context)
        }
        var views: [Day: DayTallies] = [:]
        let windows = windows(type, asked, state)
        var workouts = WorkoutsRead(WorkoutTimes(loaded.directory), windows)
        return windows.compactMap { derive($0, [asked[0].upload], &views, &workouts, state, &context) }
    }

    private mutating func windows(_ type: DataType, _ asked: [PostRequest], _ state: some PartitionState) -> [Window] {
        switch type {
        case .characteristic: return [.characteristics]
        case .workouts:
            let meant = loaded.directory.entries.values.filter { entry in
                !entry.isFrozen && asked.contains { $0.means(entry.start, entry.end) }
            }
            return meant.map(\.id).sorted().map { .workout($0) }
        default:
            var stateKeys: Set<StateKey> = []
            for one in asked {
                // A local day begins and ends within a day of the UTC day of the same name.
                let days = Instant.utcDay(one.from) - 1...Instant.utcDay(one.to) + 1
                for entry in loaded.published(days: days, state: state)
                where entry.stateKey.stream == type.rawValue && one.means(entry.document.start, entry.document.end) {
                    stateKeys.insert(entry.stateKey)
                }
            }
            return stateKeys.sorted().map { Window($0, type) }
        }
    }
}

extension Window {
    /// The window of a published document that belongs to a day or an hour.
    fileprivate init(_ stateKey: StateKey, _ type: DataType) {
        let day = Day(days: stateKey.day)
        if type == .heart {
            self = .hour(Int64(stateKey.day) * 24 + Int64(stateKey.hour))
        } else if type == .activitiesSummary {
            self = .summary(day)
        } else {
            self = type.isTotals ? .totals(type, day) : .samples(type, day)
        }
    }
}

extension [ChangedRecord] {
    /// Adds to the records of a commit those that were asked for: what has changed is there, and only noted as asked for.
    mutating func add(_ answers: [ChangedRecord]) {
        var indices: [ByteString: Int] = [:]
        for (index, record) in enumerated() { indices[ByteString(record.key)] = index }
        var askedBy: [ByteString: [Int]] = [:]
        for answer in answers {
            askedBy[ByteString(answer.id)] = answer.askedBy
            if indices[ByteString(answer.key)] == nil { append(answer) }
        }
        // Also a part that is gone: whoever was told of it must be told.
        for index in self.indices { self[index].askedBy = askedBy[ByteString(self[index].id)] ?? [] }
        sort(by: ChangedRecord.ascending)
    }
}
