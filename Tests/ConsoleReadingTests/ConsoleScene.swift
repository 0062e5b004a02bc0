import ConsoleReading
import Foundation
import Health
import JSON
import Serving
import Store
import Testing
import Vocabulary
import Worker

/// Partitions in a RocksDB store, as lanes leave them, with the API over them.
final class ConsoleScene {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "console-\(UUID().uuidString)")
    let board = PartitionBoard()
    let rules: Rules
    private let database: Database
    private var stores: [Int32: RocksStore] = [:]
    private var loops: [Int32: Offsets] = [:]
    private var processor: Processor
    private let zones = ZoneTable { FileManager.default.contents(atPath: "/usr/share/zoneinfo/\($0)").map(Array.init) }
    /// The live documents of each connection by key, as the topics have them.
    private(set) var live: [String: [String: [UInt8]]] = [:]
    var owner: GroupLookup.Owner?
    private(set) var time: Int64 = 1_714_521_600_000

    private struct Offsets {
        var uploads: Int64 = 0
        var connections: Int64 = 0
    }

    init(partitions: [Int32] = [0], of count: Int32 = 1, rules: Rules = Rules()) throws {
        self.rules = rules
        database = try Database(
            path: folder.path,
            memory: Database.Memory(cacheBytes: 1 << 20, writeBufferBytes: 1 << 20)
        )
        processor = Processor(rules: rules, zones: zones)
        board.opened(database, count: count)
        for partition in partitions {
            stores[partition] = try RocksStore(partition, in: database)
            board.restores([partition], lane: 0, atMilliseconds: time)
            board.serves(partition, lane: 0)
        }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Commits records of one connection; nil is a record without a value.
    func commit(_ values: String?..., of name: String, to topic: RecordPlace.Topic = .uploads, in partition: Int32 = 0)
        throws
    {
        let store = try #require(stores[partition])
        var batch = processor.batch(over: store)
        var offsets = loops[partition] ?? Offsets()
        time += 1_000
        for value in values {
            let offset = topic == .uploads ? offsets.uploads : offsets.connections
            let place = RecordPlace(topic: topic, partition: partition, offset: offset, timestampMilliseconds: time)
            let (key, bytes) = (Array(name.utf8), value.map { Array($0.utf8) })
            unsafe processor.add(place, key: key.span.bytes, value: bytes?.span.bytes, to: &batch)
            if topic == .uploads { offsets.uploads += 1 } else { offsets.connections += 1 }
        }
        loops[partition] = offsets
        let outcome = processor.finish(batch)
        try publish(outcome, partition)
    }

    private func publish(_ outcome: Outcome, _ partition: Int32) throws {
        let store = try #require(stores[partition])
        let offsets = loops[partition] ?? Offsets()
        var identity = StateIdentity(
            id: UUID128(hi: 1, lo: 2),
            clusterID: "c",
            topicPrefix: rules.topicPrefix,
            partition: partition,
            partitions: 1,
            changelogBegin: 0
        )
        (identity.uploads, identity.connections) = (offsets.uploads, offsets.connections)
        try store.apply(
            outcome.changes,
            forgetting: outcome.forgotten,
            changelogOffset: nil,
            identity: identity,
            atMilliseconds: time
        )
        #expect(
            outcome.unreadable == nil && outcome.broken == nil && outcome.records.allSatisfy { $0.deadLetter == nil }
        )
        let changes = CommittedChanges(outcome, topics: TopicNames(rules), atMilliseconds: time)
        board.committed(changes, to: partition)
        for record in outcome.records where record.kind == .document {
            let connection = String(record.topic.dropFirst("fork.connection.".count))
            live[connection, default: [:]][String(decoding: record.key ?? [], as: UTF8.self)] = record.value
        }
    }

    /// Puts published workouts into the state of a connection, without their samples.
    func publish(_ count: Int, of name: String) throws {
        let connection = try #require(ConnectionID(Array(name.utf8)))
        let changes = (0..<count).map { number in
            let id = UUID128(hi: UInt64(number), lo: .max)
            let stateKey = StateKey(.published, stream: .workouts, id: id)
            let start = Double(735_000_000 + number % 1_000)
            var documents = PublishedDocuments()
            documents[stateKey] = PublishedDocument(start: start, end: start + 60, firstSampleDay: 8_506, hashes: [1])
            return StateChange(connection: connection, stateKey: stateKey, value: documents.packed, heldBytes: nil)
        }
        try #require(stores[0]).apply(changes, changelogOffset: nil, atMilliseconds: time)
    }

    func refuse(_ topic: String) { processor.refusals[topic] = "cannot be created" }

    /// Asks the API, with the clock of a reader; a document that differs without a reason is an issue.
    func ask(
        _ path: String...,
        query: [(String, String)] = [],
        now: @escaping @Sendable () -> Int64 = { 0 }
    ) -> Answer {
        var api = ConnectionAPI(board: board, rules: rules, zones: zones, now: now)
        api.owner = { [owner] _ in owner }
        api.restoredShare = { $0 == 1 ? 0.25 : nil }
        api.countDiffering = { if $0 > 0 { Issue.record("\($0) documents differ") } }
        let parameters = query.map { ConsoleRequest.Parameter($0.0, $0.1) }
        let request = ConsoleRequest(path: ["connections"] + path, query: parameters)
        return Answer(api.answer(request))
    }
}

/// A page of the API, read as JSON.
struct Answer {
    let status: UInt32
    let headers: [Page.Header]
    let text: String

    init(_ page: Page) {
        status = page.status
        headers = page.headers
        text = String(decoding: page.body, as: UTF8.self)
    }

    /// The JSON at a pointer as text; nil if there is none.
    subscript(pointer: String) -> String? {
        guard let root = try? JSONSerialization.jsonObject(with: Data(text.utf8)) else { return nil }
        var value: Any? = root
        for token in pointer.split(separator: "/").map(String.init) {
            if let object = value as? [String: Any] {
                value = object[token]
            } else if let array = value as? [Any], let index = Int(token) {
                value = array.indices.contains(index) ? array[index] : nil
            } else {
                return nil
            }
        }
        guard let value else { return nil }
        if let text = value as? String { return text }
        let bytes = try? JSONSerialization.data(withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys])
        return bytes.map { String(decoding: $0, as: UTF8.self).replacing("\\/", with: "/") }
    }

    var code: String? { self["error/code"] }
}

/// Uploads of invented people.
enum Upload {
    static func id(_ number: Int) -> String {
        "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - String(number).count) + String(number)
    }

    static func of(_ connection: String, at collectedAt: String, _ number: Int, _ samples: [String]) -> String {
        """
        {"upload_id":"\(id(number))","connection_id":"\(connection)","collected_at":"\(collectedAt)",\
        "time_zone":"Europe/Vilnius","samples":[\(samples.joined(separator: ","))]}
        """
    }

    static func steps(_ number: Int, _ start: String, _ end: String, _ value: Int, source: String = "iPhone") -> String
    {
        """
        {"id":"\(id(number))","type":"HKQuantityTypeIdentifierStepCount","start_date":"\(start)","end_date":"\(end)",\
        "value":\(value),"unit":"count","source":{"name":"\(source)","product_type":"\(source)1,1"}}
        """
    }

    static func heart(_ number: Int, _ start: String, _ value: Int) -> String {
        """
        {"id":"\(id(number))","type":"HKQuantityTypeIdentifierHeartRate","start_date":"\(start)","end_date":"\(start)",\
        "value":\(value),"unit":"count/min","source":{"name":"Watch"}}
        """
    }

    static func sleep(_ number: Int, _ start: String, _ end: String) -> String {
        """
        {"id":"\(id(number))","type":"HKCategoryTypeIdentifierSleepAnalysis","start_date":"\(start)",\
        "end_date":"\(end)","value":3,"source":{"name":"Watch"}}
        """
    }
}
