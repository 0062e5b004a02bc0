import Health
import JSON

/// Samples that become JSON while they are read.
extension ExportReader {
    /// Adds a sample whose equals are counted in the order of the file, and returns its id.
    ///
    /// Most of these samples have no value in the name of the id. The body appends the members that only its type has,
    /// without a comma at the end.
    @discardableResult
    mutating func add(
        _ type: SampleType,
        start: Int64,
        end: Int64,
        origin: OriginReference,
        metadata: MetadataDraft,
        value: [UInt8] = [],
        id known: UUID128? = nil,
        _ write: (inout Writer) -> Void
    ) -> UUID128 {
        let origin = origin.origin(in: origins)
        let id =
            known
            ?? names.nextID(type.identifierBytes, start: start, end: end, value: value, origin: origin.identity)
        tally.add(type, start: start)
        if !metadata.hasZone { tally.withoutZone += 1 }
        entries.append(start: start) { bytes in
            bytes.append(EntryBytes.Kind.whole)
            EntryBytes.append(id.hi, to: &bytes)
            EntryBytes.append(id.lo, to: &bytes)
            // The writer takes the buffer over, because a route of some megabytes must not be copied.
            var writer = Writer()
            swap(&writer.bytes, &bytes)
            SampleJSON.head(type.identifierBytes, start: start, end: end, into: &writer)
            writer.raw(origin.json)
            metadata.write(into: &writer)
            write(&writer)
            writer.raw("}")
            swap(&writer.bytes, &bytes)
        }
        return id
    }
}
