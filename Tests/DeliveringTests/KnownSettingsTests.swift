import Delivering
import Dispatching
import Testing
import Vocabulary
import Worker

/// The settings that deliveries go by are those that workers go by.
struct KnownSettingsTests {
    private let connection = "conn-7"

    /// Settings after these records, the n-th of them at offset n and second n.
    private func known(
        _ records: String?...,
        originals: [Int: Int64] = [:],
        allowsLoopback: Bool = false
    ) throws -> KnownSettings {
        var known = KnownSettings(
            zones: try ZoneFolder(environment: [:]).table(),
            forms: [],
            allowsLoopback: allowsLoopback
        )
        for (index, record) in records.enumerated() {
            let bytes = record.map { Array($0.utf8) }
            let place = RecordPlace(
                topic: .connections,
                partition: 0,
                offset: Int64(index),
                timestampMilliseconds: Int64(index) * 1_000,
                redrive: originals[index] == nil ? nil : RedriveCount(after: nil),
                originalMilliseconds: originals[index]
            )
            _ = unsafe known.take(place, key: Array(connection.utf8), value: bytes?.span.bytes)
        }
        return known
    }

    private func settings(_ members: String = "") -> String { "{\"connection_id\":\"conn-7\"\(members)}" }

    private func newest(_ known: borrowing KnownSettings) throws -> (ConnectionSettings?, Int64) {
        let newest = known.newest(try #require(ConnectionID(Array(connection.utf8))))
        return (newest.settings, newest.offset)
    }

    @Test func `the newest record counts, and names its offset`() throws {
        let known = try known(
            settings(",\"callback_url\":\"https://a.example.org/\""),
            settings(",\"callback_url\":\"https://b.example.org/\",\"closed\":true")
        )
        let (settings, offset) = try newest(known)
        #expect(settings?.callbackURL == Array("https://b.example.org/".utf8) && settings?.isClosed == true)
        #expect(offset == 1 && known.count == 1)
    }

    @Test func `a connection without a record has no settings and no offset`() throws {
        let (settings, offset) = try newest(try known())
        #expect(settings == nil && offset == -1)
    }

    @Test(arguments: [
        "{", "{\"connection_id\":\"other\"}", "{\"connection_id\":\"conn-7\",\"closed\":1}",
        "{\"connection_id\":\"conn-7\",\"callback_url\":\"ftp://a\"}",
        "{\"connection_id\":\"conn-7\",\"time_zone\":\"Mars/Olympus\"}",
    ])
    func `a record that workers refuse leaves the settings before it`(wrong: String) throws {
        let (found, offset) = try newest(try known(settings(",\"closed\":true"), wrong))
        #expect(found?.isClosed == true && offset == 0)
    }

    @Test func `a tombstone ends settings, but does not open a forgotten connection`() throws {
        let (gone, offset) = try newest(try known(settings(), nil))
        #expect(gone == nil && offset == 1)
        let (forgotten, stays) = try newest(try known(settings(",\"forget\":true"), nil))
        #expect(forgotten?.isForgotten == true && stays == 0)
    }

    @Test func `redriven settings that are older than the newest change nothing`() throws {
        let url = ",\"callback_url\":\"https://a.example.org/\""
        let (found, offset) = try newest(try known(settings(), settings(url), settings(), originals: [2: 500]))
        #expect(found?.callbackURL != nil && offset == 1)
    }

    @Test func `settings that only workers with loopback callbacks accept leave the ones before, or replace them`()
        throws
    {
        let records = [
            settings(",\"callback_url\":\"https://a.example.org/\""),
            settings(",\"callback_url\":\"http://127.0.0.1:80/\""),
        ]
        let (kept, first) = try newest(try known(records[0], records[1]))
        #expect(kept?.callbackURL == Array("https://a.example.org/".utf8) && first == 0)
        let (replaced, second) = try newest(try known(records[0], records[1], allowsLoopback: true))
        #expect(replaced?.callbackURL == Array("http://127.0.0.1:80/".utf8) && second == 1)
    }

    @Test func `forgetting keeps the time up to which uploads leave no trace`() throws {
        let (found, _) = try newest(try known(settings(), settings(",\"forget\":\"2024-04-26T08:15:00Z\"")))
        #expect(found?.isForgotten == false && found?.forgets(1_714_119_300_000) == true)
        #expect(found?.forgets(1_714_119_300_001) == false)
    }
}

/// URLs are kept once, and only as long as somebody has them.
struct SharedURLsTests {
    @Test func `a URL of many users is kept once, until the last has gone`() {
        var urls = SharedURLs()
        let (a, b) = (Array("https://a".utf8), Array("https://b".utf8))
        let first = urls.add(a)
        #expect(urls.add(a) == first && urls.count == 1 && urls[first] == a)
        let other = urls.add(b)
        #expect(other != first && urls.count == 2)
        urls.remove(first)
        #expect(urls.count == 2)
        urls.remove(first)
        #expect(urls.count == 1 && urls[other] == b)
        // The number of a URL that is gone is used again.
        #expect(urls.add(Array("https://c".utf8)) == first)
    }
}
