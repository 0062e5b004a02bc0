import JSON
package import Vocabulary

extension FHIR {
    /// The bundles of one document: batches of resources, none longer than a record if possible.
    ///
    /// ```swift
    /// var bundle = FHIR.Bundle(document, zones, maximum: 900_000)
    /// var resource = FHIR.Resource()
    /// resource.always("status") { $0.string("final") }
    /// bundle.add("Observation", .sample(id), &resource)
    /// return bundle.finish()
    /// ```
    package struct Bundle {
        package let document: ForkDocument
        /// The writer of instants in the zones of the document.
        package let times: LocalTimes
        /// The JSON of the reference to the person.
        let subject: [UInt8]
        private let maximum: Int
        private var records: [[UInt8]] = []
        /// The record that is being written, without its last two bytes.
        private var record = Writer()
        /// The number of resources in `record`.
        private var count = 0
        /// The number of values in nested JSON that can still become components.
        var nestedRoom = 10_000
        /// How often each id was derived.
        private var uses: [UUID128: Int] = [:]
        /// What the names of all ids begin with.
        private let namePrefix: [UInt8]
        /// The last member of `meta`.
        private let tag: [UInt8]

        /// Creates an empty bundle; `maximum` is the greatest length of a record in bytes.
        package init(_ document: ForkDocument, _ zones: ZoneTable, maximum: Int) {
            self.document = document
            self.maximum = maximum
            times = LocalTimes(zones, zone: document.zone)
            namePrefix = Array("fhir/\(document.connection)/\(document.id)/".utf8)
            subject = Writer.bytes { writer in
                writer.raw("{\"type\":\"Patient\",\"identifier\":{\"system\":\"urn:fork-worker:connection\",\"value\":")
                writer.text(document.connection)
                writer.raw("}}")
            }
            tag = Writer.bytes { writer in
                writer.raw("\"tag\":[{\"system\":\"urn:fork-worker:document\",\"code\":")
                writer.code(document.id)
                writer.raw("}]")
            }
            begin()
        }

        /// What the id of a resource is derived from, beside the connection and the document.
        package enum Name {
            /// A sample, or an item with an id, such as a night.
            case sample(UUID128)
            /// The HealthKit identifier of something without an id, or another name, such as `patient`.
            case identifier(String)
        }

        /// Adds a resource of a type, such as `Observation`, and empties `resource` for the next one.
        ///
        /// `meta` is the JSON of the members of `meta` beside `tag`, each with a comma behind it.
        package mutating func add(_ type: String, _ name: Name, _ resource: inout Resource, meta: [UInt8] = []) {
            let (name, id) = unique(name)
            let entry = Entry(type: type, id: id, meta: meta)
            let all = 0..<resource.elementCount
            if !append(entry, resource, all, isFirst: true) {
                if count > 0 { flush() }
                if !append(entry, resource, all, isFirst: true) { divide(entry, name, resource) }
            }
            resource.removeAll()
        }

        /// Returns the records; there is always a first one, which has no entry if there was no resource.
        package mutating func finish() -> [[UInt8]] {
            if count > 0 || records.isEmpty { flush() }
            return records
        }
    }

    /// What an entry of a bundle has beside the members of its resource.
    private struct Entry {
        let type: String
        var id: UUID128
        let meta: [UInt8]
    }
}

extension FHIR.Bundle {
    /// Returns what the id of a resource is derived from, and the id.
    ///
    /// Two samples of a document can have one id if they differ in type or UTC day. The second one has `/2` after its
    /// name, because no two entries of a bundle may have the same URL.
    private mutating func unique(_ name: Name) -> (name: [UInt8], id: UUID128) {
        var bytes = namePrefix
        switch name {
        case .sample(let id): id.append(to: &bytes)
        case .identifier(let name): bytes += name.utf8
        }
        let id = UUID128.v5(name: bytes)
        uses[id, default: 0] += 1
        guard let number = uses[id], number > 1 else { return (bytes, id) }
        bytes += "/\(number)".utf8
        return (bytes, UUID128.v5(name: bytes))
    }

    /// Adds the elements of a part of a resource; returns false, and adds nothing, if the record has no room for them.
    private mutating func append(
        _ entry: FHIR.Entry,
        _ resource: FHIR.Resource,
        _ part: Range<Int>,
        isFirst: Bool
    ) -> Bool {
        let start = record.bytes.count
        write(entry, resource, part, isFirst: isFirst)
        if record.bytes.count + Self.closing.utf8CodeUnitCount > maximum {
            record.bytes.removeLast(record.bytes.count - start)
            return false
        }
        count += 1
        return true
    }

    /// Adds a resource that is longer than a record as several, each with the next of its elements.
    private mutating func divide(_ entry: FHIR.Entry, _ name: [UInt8], _ resource: FHIR.Resource) {
        var (entry, start, number) = (entry, 0, 1)
        repeat {
            if number > 1 {
                flush()
                entry.id = UUID128.v5(name: name + Array("#\(number)".utf8))
            }
            let empty = record.bytes.count
            write(entry, FHIR.Resource(), 0..<0, isFirst: true)
            let room = maximum - record.bytes.count - Self.closing.utf8CodeUnitCount
            record.bytes.removeLast(record.bytes.count - empty)
            let end = resource.end(of: start, isFirst: number == 1, maximum: room)
            write(entry, resource, start..<end, isFirst: number == 1)
            count += 1
            (start, number) = (end, number + 1)
        } while start < resource.elementCount
    }

    private mutating func write(
        _ entry: FHIR.Entry,
        _ resource: FHIR.Resource,
        _ part: Range<Int>,
        isFirst: Bool
    ) {
        record.raw(record.bytes.last == UInt8(ascii: "[") ? "{\"fullUrl\":\"urn:uuid:" : ",{\"fullUrl\":\"urn:uuid:")
        record.lowercase(entry.id)
        record.raw("\",\"resource\":{\"resourceType\":")
        record.code(entry.type)
        record.raw(",\"id\":\"")
        record.lowercase(entry.id)
        record.raw("\",\"meta\":{")
        record.raw(entry.meta)
        record.raw(tag)
        record.raw("}")
        resource.write(part, isFirst: isFirst, into: &record)
        record.raw("},\"request\":{\"method\":\"PUT\",\"url\":\"")
        record.raw(Array(entry.type.utf8))
        record.raw("/")
        record.lowercase(entry.id)
        record.raw("\"}}")
    }

    /// Begins the next record.
    private mutating func begin() {
        record.removeAll()
        record.raw("{\"resourceType\":\"Bundle\",\"type\":\"batch\",\"identifier\":{")
        record.raw("\"system\":\"urn:fork-worker:document\",\"value\":")
        record.text(records.isEmpty ? document.id : "\(document.id)#\(records.count + 1)")
        record.raw("},\"entry\":[")
        count = 0
    }

    /// Ends the record and begins the next one.
    private mutating func flush() {
        if count > 0 {
            record.raw(Self.closing)
        } else {
            // FHIR has no empty lists.
            record.bytes.removeLast(Self.emptyList.utf8CodeUnitCount)
            record.raw("}")
        }
        records.append(record.bytes)
        begin()
    }

    private static var closing: StaticString { "]}" }
    private static var emptyList: StaticString { ",\"entry\":[" }
}
