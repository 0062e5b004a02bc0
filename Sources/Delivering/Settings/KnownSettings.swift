package import Dispatching
import JSON
import Kafka
package import Vocabulary
import Worker

/// The newest settings of all connections, as far as deliveries depend on them.
///
/// A connection takes some 220 bytes. A callback URL is kept once for all of its connections.
package struct KnownSettings: ~Copyable {
    private struct Known {
        /// The offset of the newest record that counts.
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
    private let rules: Rules
    /// Settings without any field.
    private let blank: ConnectionSettings?
    private var parser = Parser()
    private var known: [ConnectionID: Known] = [:]
    private var urls = SharedURLs()

    /// Creates the settings of no connection.
    package init(zones: ZoneTable) {
        self.zones = zones
        var rules = Rules()
        // Workers decide which settings are valid. A URL that must not be called fails with each attempt.
        rules.allowsLoopbackCallbacks = true
        self.rules = rules
        blank = Self.blank(rules, zones)
    }

    private static func blank(_ rules: Rules, _ zones: ZoneTable) -> ConnectionSettings? {
        var parser = Parser()
        guard let record = try? parser.parse(Array("{}".utf8)) else { return nil }
        return try? ConnectionSettings(record, rules: rules, zones: zones)
    }

    /// The number of connections.
    package var count: Int { known.count }

    /// Returns the newest settings of a connection.
    package func newest(_ connection: ConnectionID) -> NewestSettings {
        guard let known = known[connection] else { return .none }
        return NewestSettings(known.hasSettings ? settings(known) : nil, offset: known.offset)
    }

    /// Takes the next record of `fork.connections`.
    ///
    /// - Returns: The connection whose settings it has changed, or nil if it changes nothing.
    mutating func take(_ message: borrowing Message) -> ConnectionID? {
        take(
            key: [UInt8](message.key) ?? [],
            value: message.value,
            offset: message.offset,
            timestampMilliseconds: message.timestampMilliseconds,
            originalMilliseconds: message.originalMilliseconds
        )
    }

    /// Takes a record.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: The value; nil for a tombstone.
    ///   - offset: The offset.
    ///   - timestampMilliseconds: The record's timestamp in Unix milliseconds.
    ///   - originalMilliseconds: For a redriven record, the timestamp of the record that was refused first.
    /// - Returns: The connection whose settings it has changed, or nil if it changes nothing.
    package mutating func take(
        key: [UInt8],
        value: RawSpan?,
        offset: Int64,
        timestampMilliseconds: Int64?,
        originalMilliseconds: Int64? = nil
    ) -> ConnectionID? {
        guard let connection = ConnectionID(key) else { return nil }
        let before = known[connection]
        guard let value else {
            // A tombstone does not reopen a forgotten connection.
            if before?.hasSettings == true, before?.isForgotten == true { return nil }
            put(Known(offset: offset, hasSettings: false), of: connection, insteadOf: before)
            return connection
        }
        let judged = min(timestampMilliseconds ?? .max, originalMilliseconds ?? .max)
        let time = judged == .max ? nil : judged
        if originalMilliseconds != nil, let before, before.hasSettings, settings(before)?.overrule(time) ?? false {
            return nil
        }
        guard let settings = parsed(value, of: connection, at: time) else { return nil }
        var new = Known(offset: offset, timestampMilliseconds: settings.timestampMilliseconds)
        new.forgottenUntilMilliseconds = settings.forgottenUntilMilliseconds
        new.isClosed = settings.isClosed
        new.isForgotten = settings.isForgotten
        new.url = settings.callbackURL.map { urls.add($0) }
        put(new, of: connection, insteadOf: before)
        return connection
    }

    private mutating func put(_ new: Known, of connection: ConnectionID, insteadOf before: Known?) {
        known[connection] = new
        if let url = before?.url { urls.remove(url) }
    }

    private func settings(_ known: Known) -> ConnectionSettings? {
        var settings = blank
        settings?.callbackURL = known.url.map { urls[$0] }
        settings?.isClosed = known.isClosed
        settings?.isForgotten = known.isForgotten
        settings?.forgottenUntilMilliseconds = known.forgottenUntilMilliseconds
        settings?.timestampMilliseconds = known.timestampMilliseconds
        return settings
    }

    /// Returns the settings of a record; nil if workers refuse it.
    private mutating func parsed(_ value: RawSpan, of connection: ConnectionID, at time: Int64?) -> ConnectionSettings?
    {
        // The record borrows the parser, and so nothing else of this value may be used meanwhile.
        let (rules, zones) = (rules, zones)
        guard let record = try? parser.parse(value), (try? ConnectionSettings.connection(record)) == connection else {
            return nil
        }
        return try? ConnectionSettings(record, timestampMilliseconds: time, rules: rules, zones: zones)
    }
}

extension Message {
    /// For a redriven record, the timestamp of the record that was refused first; nil for other records.
    fileprivate var originalMilliseconds: Int64? {
        guard [UInt8](headers.last(RedriveCount.header)).flatMap({ RedriveCount($0) }) != nil else { return nil }
        return [UInt8](headers.last(OriginalTimestamp.header)).flatMap { OriginalTimestamp.milliseconds($0) }
    }
}

/// Callback URLs by number, each kept once as long as connections have it.
package struct SharedURLs {
    private var urls: [[UInt8]] = []
    private var counts: [Int] = []
    private var numbers: [[UInt8]: Int32] = [:]
    private var free: [Int32] = []

    package init() {}

    package subscript(number: Int32) -> [UInt8] { urls[Int(number)] }

    /// Adds a user of a URL, and returns its number.
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

    /// Removes a user of a URL.
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
