import JSON
package import Vocabulary

/// Explains one document of a connection from the connection's settings and uploads.
///
/// The uploads are read at least twice: first to derive the document, then to find all copies of its samples. The
/// settings are read once, before the uploads:
///
/// ```swift
/// var explainer = Explainer(id, of: connection, rules: rules, zones: zones)
/// explainer.take(place, key: key, value: value)  // once for each settings record
/// repeat {
///     explainer.take(place, key: key, value: value)  // once for each upload
/// } while explainer.endReading()
/// ```
package struct Explainer: ~Copyable {
    private enum Reading {
        /// Derives the documents of all uploads, or of the uploads before the one that froze the document.
        case deriving(before: Int?)
        /// Finds the upload that froze the document.
        case freezing
        case searching(CopySearch)
        case done
    }

    /// The number of uploads of one commit.
    private static let commitMax = 64
    /// The weight of a commit in bytes after which no upload is added to it.
    private static let weightMax = 32 << 20

    private let asked: AskedDocument?
    private let connection: ConnectionID
    private let rules: Rules
    private let zones: ZoneTable
    private var processor: Processor
    private var store = MemoryStore()
    /// The state before the first upload.
    private var initial: MemoryStore?
    /// The ids of the documents that are published, including frozen ones.
    private var live: Set<[UInt8]> = []
    private var batch: Batch?
    /// The number of uploads of the open batch.
    private var batchCount = 0
    private var reading = Reading.deriving(before: nil)
    /// The number of uploads of this reading.
    private var count = 0
    /// The number of uploads before the one that froze the document.
    private var countBeforeFrozen: Int?
    /// The result; nil if there is no such document.
    package private(set) var explanation: Explanation?
    /// The id of the document that exists instead, because an app wrote the workout again; nil if there is none.
    package private(set) var twin: String?
    /// The ids of all documents, ascending.
    package var existing: [String] {
        live.sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
    }
    /// The dead letter of the first settings record that was refused; nil if all were accepted.
    package private(set) var wrongSettings: DeadLetter?
    /// A broken invariant of the program; if not nil, the explanation must not be shown.
    package private(set) var defect: String?

    /// Prepares the explanation of the document with an id, such as `steps/2024-04-16`.
    package init(_ document: String, of connection: ConnectionID, rules: Rules, zones: ZoneTable) {
        var own = rules
        // The topic of a document does not matter, and jobs are not needed.
        own.routing = .connection
        own.makesJobs = false
        self.rules = own
        self.connection = connection
        self.zones = zones
        asked = AskedDocument(document)
        processor = Processor(rules: own, zones: zones)
    }

    /// Adds the next settings record or upload of the connection.
    package mutating func take(_ place: RecordPlace, key: [UInt8]?, value: [UInt8]?) {
        if place.topic == .connections {
            add(place, key, value)
            return commit()
        }
        if initial == nil { initial = store }
        switch reading {
        case .deriving(let end):
            if let end, count >= end { break }
            add(place, key, value)
            batchCount += 1
            if batchCount >= Self.commitMax || batch?.weightBytes ?? 0 > Self.weightMax { commit() }
        case .freezing where countBeforeFrozen == nil:
            add(place, key, value)
            commit()
            if isFrozen() { countBeforeFrozen = count }
        case .freezing, .done: break
        case .searching(var search):
            // Removed first. Otherwise the change would copy everything that was found.
            reading = .done
            unsafe search.take(place, key: key, value: value?.span.bytes)
            reading = .searching(search)
        }
        count += 1
    }

    /// Ends a reading of the uploads, and returns whether they must be read again.
    package mutating func endReading() -> Bool {
        commit()
        count = 0
        switch reading {
        case .deriving(let end):
            // The samples of a frozen document are no longer stored, so the state before it froze is needed.
            if end == nil, isFrozen() { return begin(.freezing) }
            return search(before: end)
        case .freezing: return begin(.deriving(before: countBeforeFrozen ?? 0))
        case .searching(let search):
            reading = .done
            explanation = search.explanation()
            return false
        case .done: return false
        }
    }

    private mutating func begin(_ reading: Reading) -> Bool {
        store = initial ?? MemoryStore()
        live = []
        self.reading = reading
        return true
    }

    /// Begins the search for copies, or ends the explanation if there is no such document.
    private mutating func search(before end: Int?) -> Bool {
        var state = self.state
        let settings =
            state.reader.read(.settings, at: StateKey(.settings)) { ConnectionSettings($0) }.meaning
            ?? ForgottenConnection.settings(of: connection, StateReader(.ofPartition, of: store))
        guard let asked, let plans = FigurePlans(asked, in: state, rules: rules) else {
            reading = .done
            if case .window(.workout(let id), _) = asked, let other = state.directory.entry(id)?.shownBy {
                twin = String(decoding: Document.id(.workouts, other.textBytes), as: UTF8.self)
            }
            return false
        }
        reading = .searching(
            CopySearch(plans, settings: settings, rules: rules, zones: zones, untilFrozen: end)
        )
        return true
    }

    private var state: ConnectionState {
        ConnectionState(StateReader(connection, of: store), rules: rules, zones: zones)
    }

    /// Whether the document is published, but can no longer be derived.
    private func isFrozen() -> Bool {
        guard let asked, live.contains(asked.id) else { return false }
        var state = self.state
        guard let stateKey = asked.stateKey(in: state) else { return true }
        return state.published[stateKey]?.isFrozen ?? true
    }

    private mutating func add(_ place: RecordPlace, _ key: [UInt8]?, _ value: [UInt8]?) {
        var open = batch.take() ?? processor.batch(over: store)
        unsafe processor.add(place, key: key?.span.bytes, value: value?.span.bytes, to: &open)
        batch = consume open
    }

    private mutating func commit() {
        guard let open = batch.take() else { return }
        batchCount = 0
        let outcome = processor.finish(consume open)
        if let broken = outcome.broken, defect == nil { defect = "\(broken)" }
        if initial == nil, wrongSettings == nil { wrongSettings = outcome.records.lazy.compactMap(\.deadLetter).first }
        store.apply(outcome.changes)
        for record in outcome.records where record.kind == .document {
            guard let key = record.key, !key.contains(UInt8(ascii: "#")) else { continue }
            if record.value == nil { live.remove(key) } else { live.insert(key) }
        }
    }
}
