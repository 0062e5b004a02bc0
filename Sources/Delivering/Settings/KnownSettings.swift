package import Dispatching
import Kafka
package import Vocabulary
import Worker

/// The newest settings of all connections, reduced to the fields that deliveries need.
///
/// A connection takes about 220 bytes. Connections with equal callback URLs share one copy of the URL.
package struct KnownSettings: ~Copyable {
    private struct Known {
        /// The offset of the newest accepted record.
        var offset: Int64
        var timestampMilliseconds: Int64?
        var forgottenUntilMilliseconds: Int64?
        var url: Int32?
        var isClosed = false
        var isForgotten = false
        /// Whether there are settings; false after a tombstone.
        var hasSettings = true
    }

    private let zones: ZoneTable
    private let forms: [DocumentForm]
    private let allowsLoopback: Bool
    private var judge: SettingsJudge
    private var known: [ConnectionID: Known] = [:]
    private var urls = SharedURLs()

    /// Creates an empty table.
    ///
    /// `forms` are the forms that settings may name. `allowsLoopback` is true if workers allow callbacks to loopback by
    /// plain http.
    package init(zones: ZoneTable, forms: [DocumentForm], allowsLoopback: Bool) {
        judge = SettingsJudge(zones: zones, forms: forms)
        self.zones = zones
        self.forms = forms
        self.allowsLoopback = allowsLoopback
    }

    /// An empty table with the same zones and the same rule for loopback.
    var emptied: KnownSettings {
        KnownSettings(zones: zones, forms: forms, allowsLoopback: allowsLoopback)
    }

    package var count: Int { known.count }

    package func newest(_ connection: ConnectionID) -> NewestSettings {
        guard let known = known[connection] else { return .none }
        return NewestSettings(known.hasSettings ? settings(known) : nil, offset: known.offset)
    }

    /// Applies the next record of `fork.connections`.
    ///
    /// - Returns: The connection whose settings the record has changed, or nil if it changes nothing.
    mutating func take(_ message: borrowing Message) -> ConnectionID? {
        take(RecordPlace(message, of: .connections), key: [UInt8](message.key), value: message.value)
    }

    /// Applies a record; `value` is nil for a tombstone.
    ///
    /// - Returns: The connection whose settings the record has changed, or nil if it changes nothing.
    package mutating func take(_ place: RecordPlace, key: [UInt8]?, value: RawSpan?) -> ConnectionID? {
        let record = try? judge.record(place, key: key, value: value, allowsLoopback: allowsLoopback)
        guard let record else { return nil }
        let before = known[record.connection]
        guard let effect = try? record.effect(on: before.flatMap { $0.hasSettings ? settings($0) : nil }) else {
            return nil
        }
        var new = Known(offset: place.offset)
        switch effect {
        case .none: return nil
        case .removed: new.hasSettings = false
        case .replaced(let settings):
            new.timestampMilliseconds = settings.timestampMilliseconds
            new.forgottenUntilMilliseconds = settings.forgottenUntilMilliseconds
            new.isClosed = settings.isClosed
            new.isForgotten = settings.isForgotten
            new.url = settings.callbackURL.map { urls.add($0) }
        }
        known[record.connection] = new
        if let url = before?.url { urls.remove(url) }
        return record.connection
    }

    private func settings(_ known: Known) -> ConnectionSettings {
        var settings = ConnectionSettings()
        settings.callbackURL = known.url.map { urls[$0] }
        settings.isClosed = known.isClosed
        settings.isForgotten = known.isForgotten
        settings.forgottenUntilMilliseconds = known.forgottenUntilMilliseconds
        settings.timestampMilliseconds = known.timestampMilliseconds
        return settings
    }
}

/// Callback URLs by number; connections with equal URLs share one entry.
package struct SharedURLs {
    private var urls: [[UInt8]] = []
    private var counts: [Int] = []
    private var numbers: [[UInt8]: Int32] = [:]
    private var free: [Int32] = []

    package init() {}

    package subscript(number: Int32) -> [UInt8] { urls[Int(number)] }

    /// Adds a connection that uses a URL, and returns the number of the URL.
    package mutating func add(_ url: [UInt8]) -> Int32 {
        if let number = numbers[url] {
            counts[Int(number)] += 1
            return number
        }
        let number: Int32
        if let last = free.popLast() {
            number = last
            urls[Int(number)] = url
            counts[Int(number)] = 1
        } else {
            number = Int32(urls.count)
            urls.append(url)
            counts.append(1)
        }
        numbers[url] = number
        return number
    }

    /// Removes a connection that used a URL.
    package mutating func remove(_ number: Int32) {
        let index = Int(number)
        counts[index] -= 1
        guard counts[index] == 0 else { return }
        numbers[urls[index]] = nil
        urls[index] = []
        free.append(number)
    }

    /// The number of different URLs.
    package var count: Int { numbers.count }
}
