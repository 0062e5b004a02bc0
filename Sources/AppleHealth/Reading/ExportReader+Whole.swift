import JSON
import Vocabulary

/// Samples that become JSON while they are read.
extension ExportReader {
    /// Adds a sample, counts equal samples in the order of the file, and returns the id of the sample.
    ///
    /// The id of most of these samples is derived without a value. `write` appends the members that only this type has,
    /// without a comma at the end. `tail` follows these members, closes the sample, and is not copied.
    @discardableResult
    mutating func add(
        _ type: SampleType,
        start: Int64,
        end: Int64,
        origin: OriginReference,
        metadata: MetadataDraft,
        value: [UInt8] = [],
        id known: UUID128? = nil,
        tail: [UInt8] = [],
        _ write: (inout Writer) -> Void
    ) -> UUID128 {
        let origin = origin.origin(in: origins)
        let id =
            known
            ?? names.nextID(type.identifierBytes, start: start, end: end, value: value, origin: origin.identity)
        tally.add(type, start: start)
        if !metadata.hasZone { tally.withoutZone += 1 }
        entries.append(start: start, tail: tail) { bytes in
            bytes.append(EntryBytes.Kind.whole)
            EntryBytes.append(id.hi, to: &bytes)
            EntryBytes.append(id.lo, to: &bytes)
            // The writer takes the buffer over, so that long samples are not copied.
            var writer = Writer()
            swap(&writer.bytes, &bytes)
            SampleJSON.head(type.identifierBytes, start: start, end: end, into: &writer)
            writer.raw(origin.json)
            metadata.write(into: &writer)
            write(&writer)
            if tail.isEmpty { writer.raw("}") }
            swap(&writer.bytes, &bytes)
        }
        return id
    }
}
