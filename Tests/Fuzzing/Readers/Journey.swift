import Health
import JSON
import Store
import Vocabulary

/// A loop of commits with its state, and with a second state that is only ever read back from the changelog: commits take
/// them in turn.
struct Journey: ~Copyable {
    /// A dead letter that must come.
    private struct Refused {
        /// What is refused by it.
        enum Subject { case whole, element, rest }

        let bytes: [UInt8]
        let subject: Subject
    }

    private var loop: CommitLoop<MemoryStore>
    private var restored = MemoryStore()
    private var replay = Replay()
    private var refused: [Refused] = []
    private var logEnd: Int64 = 0
    /// The live documents, by topic and key.
    private(set) var documents: [[UInt8]: [UInt8]] = [:]

    init(_ rules: Rules) { loop = World.loop(rules) }

    mutating func take(_ step: Uploads.Step) throws(Fault) {
        switch step {
        case .upload(let bytes): try add(bytes, .uploads)
        case .settings(let bytes): try add(bytes, .connections)
        case .commit: try commit()
        }
    }

    private mutating func add(_ bytes: [UInt8], _ topic: RecordPlace.Topic) throws(Fault) {
        let before = loop.batch?.accounting ?? Accounting()
        // The connection is for records of dialects, which name none.
        let connection = topic == .uploads ? World.connection?.bytes : nil
        loop.add(
            line: bytes,
            to: topic,
            connection: connection,
            timestampMilliseconds: World.timestampMilliseconds
        )
        let after = loop.batch?.accounting ?? Accounting()
        try expect(after.isBalanced, "a sample of upload \(after.uploads) of its commit is not accounted for")
        try expect(after.uploads - before.uploads == (topic == .uploads ? 1 : 0), "an upload is not counted once")
        let parts = after.refused - before.refused + after.deletionsRefused - before.deletionsRefused
        let byCode = after.refusals.merging(before.refusals) { $0 - $1 }.values
        let letters = byCode.reduce(0, +)
        if topic == .connections || after.uploadsRefused > before.uploadsRefused {
            let isRefused = topic == .uploads || letters > 0
            try expect(letters == (isRefused ? 1 : 0), "a record refused whole makes \(letters) dead letters")
            if isRefused { refused.append(Refused(bytes: bytes, subject: .whole)) }
        } else {
            try expect(letters >= parts, "\(parts) refused samples and deletions count as \(letters) refusals")
            // The first hundred of a code have a letter each, the others one together.
            let own = byCode.reduce(0) { $0 + min($1, 100) }
            refused += (0..<own).map { _ in Refused(bytes: bytes, subject: .element) }
            let rest = byCode.count { $0 > 100 }
            refused += (0..<rest).map { _ in Refused(bytes: bytes, subject: .rest) }
        }
    }

    private mutating func commit() throws(Fault) {
        // The changes are taken over below, where they are compared.
        let outcome = loop.commit { _, _ in }
        try expect(outcome.unreadable == nil, "the state that was written can't be read")
        try expect(outcome.broken == nil, "\(outcome.broken.map { "\($0)" } ?? "")")
        let letters = outcome.records.filter { $0.deadLetter != nil }
        try expect(letters.count == refused.count, "\(refused.count) refusals make \(letters.count) dead letters")
        for (letter, refusal) in zip(letters, refused) { try Self.check(letter, refusal) }
        refused = []
        try take(outcome.records.filter { $0.deadLetter == nil })
        try write(outcome.changes)
    }

    private static func check(_ letter: OutputRecord, _ refusal: Refused) throws(Fault) {
        let path = letter.headers.first { $0.name == "fork-error-path" }
        if refusal.subject == .whole { try expect(path == nil, "a record that is refused whole has a path") }
        guard let value = letter.value else { throw Fault("a dead letter has no bytes") }
        // A struct that is the whole record has no path, and neither has a list that is.
        if path == nil, let upload = Documents.canonical(refusal.bytes) {
            let isNative = upload.holds(Array("\"upload_id\"".utf8))
            try expect(!isNative || refusal.subject == .whole, "a dead letter has no path to what is refused")
        }
        if refusal.subject != .element || path == nil {
            return try expect(value == refusal.bytes, "a dead letter has other bytes")
        }
        try expect(value.count < refusal.bytes.count, "the dead letter of an element is the whole upload")
        try expect(Documents.canonical(value) != nil, "the dead letter of an element is no JSON value")
        try expect(refusal.bytes.holds(value), "the dead letter of an element does not stand in the upload")
    }

    private mutating func take(_ records: [OutputRecord]) throws(Fault) {
        var keys: Set<[UInt8]> = []
        for record in records {
            guard let key = record.key, !key.isEmpty else { throw Fault("a record has no key") }
            if let value = record.value { try expect(Documents.canonical(value) != nil, "a record is no JSON") }
            guard record.kind == .document else { continue }
            let id = Array(record.topic.utf8) + [0] + key
            try expect(keys.insert(id).inserted, "a document comes twice in a commit")
            try expect(record.value != documents[id], "a document does not change")
            documents[id] = record.value
        }
    }

    /// Both states take the changes, one of them by way of the changelog, and change places.
    private mutating func write(_ changes: [StateChange]) throws(Fault) {
        for record in changes.flatMap({ Changelog.records(of: $0, chunkBytes: 400) }) {
            do throws(StoreError) {
                let value = unsafe record.value?.span.bytes
                let change = unsafe try replay.take(key: record.key.span.bytes, value: value, offset: logEnd)
                if let change { restored.apply([change]) }
            } catch {
                throw Fault("the changelog can't be read: \(error)")
            }
            logEnd += 1
        }
        for change in changes {
            let held = loop.state.value(at: change.stateKey, of: change.connection)
            try expect(change.heldBytes == held?.count, "a change is not told how long what it replaces is")
        }
        loop.state.apply(changes)
        for change in changes {
            let value = restored.value(at: change.stateKey, of: change.connection)
            try expect(value == change.value, "a value read back from the changelog is another")
            guard let value, !change.stateKey.isOrigins else { continue }
            if change.stateKey.kind == .long { try Values.checkSegment(value) }
            guard change.stateKey.kind == .segment else { continue }
            let origins = restored.value(at: .origins(day: change.stateKey.day), of: change.connection)
            try Values.checkSegment(value, ofDay: origins ?? [])
        }
        swap(&loop.state, &restored)
    }
}

extension [UInt8] {
    /// Whether the other bytes stand somewhere in these.
    fileprivate func holds(_ other: [UInt8]) -> Bool {
        guard let first = other.first else { return true }
        guard other.count <= count else { return false }
        return (0...count - other.count).contains { start in
            self[start] == first && self[start..<start + other.count].elementsEqual(other)
        }
    }
}
