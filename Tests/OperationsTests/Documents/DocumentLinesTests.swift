import Operations
import Testing
import Vocabulary

/// Documents of one connection among lines of a file.
@Suite struct DocumentLinesTests {
    private static func document(_ id: String, of connection: String = "c", _ name: String = "steps", start: Int = 0)
        -> String
    {
        """
        {"id":"\(id)","connection_id":"\(connection)","type":"steps","start_date":\(start),"end_date":1,"data":[{"name":"\(name)"}]}
        """
    }

    private static func record(_ topic: String, _ key: String, _ value: String) -> String {
        "{\"topic\":\"\(topic)\",\"key\":\"\(key)\",\"headers\":{},\"value\":\(value)}"
    }

    private static func read(_ lines: [String], activities: [String] = []) throws -> (documents: [String], strange: Int)
    {
        let zones = ZoneTable { _ in nil }
        let filter = DocumentFilter(types: [], activities: activities, from: nil, to: nil, zones: zones)
        var read = DocumentLines(filter, of: try #require(ConnectionID(Array("c".utf8))))
        for line in lines { read.take(Array(line.utf8)) }
        let strange = read.unrecognizedCount
        return (read.documents().map { String(decoding: $0.bytes, as: UTF8.self) }, strange)
    }

    @Test func `lines of documents and of records are read, of one id the last`() throws {
        let (first, second) = (Self.document("steps/1", start: 1), Self.document("steps/1", start: 2))
        let found = try Self.read([first, "", Self.record("fork.connection.c", "steps/1", second)])
        #expect(found.documents == [second] && found.strange == 0)
    }

    @Test(arguments: [("3", false), ("2", true), ("1", false), ("-1", false), ("9223372036854775807", false)])
    func `a document is complete if it has as many parts as it states`(stated: String, isComplete: Bool) throws {
        let whole = Self.document("steps/1")
        let lines = [whole.replacing("\"data\"", with: "\"parts\":\(stated),\"data\""), Self.document("steps/1#2")]
        let filter = DocumentFilter(types: [], from: nil, to: nil, zones: ZoneTable { _ in nil })
        var read = DocumentLines(filter, of: try #require(ConnectionID(Array("c".utf8))))
        for line in lines { read.take(Array(line.utf8)) }
        let documents = read.documents()
        #expect(documents.map(\.isComplete) == [isComplete])
    }

    @Test func `documents of other connections, jobs and dead letters are passed over`() throws {
        let lines = [
            Self.document("steps/1", of: "d"), Self.record("fork.webhook-dispatch", "c", #"{"id":"x","documents":[]}"#),
            Self.record("fork.dead-letter", "c", "\"{}\""),
        ]
        let found = try Self.read(lines)
        #expect(found.documents.isEmpty && found.strange == 0)
    }

    @Test(
        arguments: [
            ("fork.connection.c", "steps/1", true), ("fork.documents", "c/steps/1", true),
            ("fork.app.a", "c/steps/1", true),
            ("fork.connection.d", "steps/1", false), ("fork.documents", "d/steps/1", false),
        ]
    )
    func `a tombstone takes the document of its key`(topic: String, key: String, isGone: Bool) throws {
        let found = try Self.read([Self.document("steps/1"), Self.record(topic, key, "null")])
        #expect(found.documents.isEmpty == isGone)
    }

    @Test(arguments: ["fork.fhir.c", "fork.fhir.documents", "fork.omh.app.a"])
    func `records of forms are passed over, deletions too`(topic: String) throws {
        func record(_ op: String, _ value: String) -> String {
            let key = topic == "fork.fhir.c" ? "steps/1" : "c/steps/1"
            let headers = #"{"fork-op":"\#(op)","fork-type":"steps","fork-upload":"X"}"#
            return #"{"topic":"\#(topic)","key":"\#(key)","headers":\#(headers),"value":\#(value)}"#
        }
        let document = Self.document("steps/1")
        let lines = [record("upsert", #"{"resourceType":"Bundle"}"#), record("upsert", "[]"), record("delete", "null")]
        let found = try Self.read([document] + lines)
        #expect(found.documents == [document] && found.strange == 0)
    }

    @Test func `what is no document is counted`() throws {
        #expect(try Self.read(["7", "{", "{}", #"{"id":"a"}"#]).strange == 4)
    }

    @Test(arguments: [("running", 1), ("Running", 1), ("traditional-strength training", 1), ("cycling", 0), ("run", 0)])
    func `workouts are chosen by the name of their activity`(name: String, count: Int) throws {
        let lines = [
            Self.document("workouts/A", "Running"), Self.document("workouts/B", "Traditional Strength Training"),
        ]
        #expect(try Self.read(lines, activities: [name]).documents.count == count)
    }
}
