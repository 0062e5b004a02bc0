import Vocabulary

extension Job {
    /// The largest merged job, in bytes.
    package static let mergedBytesMax = RecordBounds.jobDocuments
    /// The largest number of uploads of a merged job.
    package static let mergedUploadsMax = RecordBounds.jobUploads

    /// Returns the job with only its deletions; nil if it has none.
    package func keepingDeletions() -> Job? {
        let deletions = documents.filter(\.isDeletion)
        if deletions.isEmpty { return nil }
        if deletions.count == documents.count { return self }
        return rewritten(deletions.map { ($0, bytes) }, uploads.map { bytes[$0] })
    }

    /// Whether two jobs may be merged: both have the same connection and data type, and neither is split into parts.
    package func goesTogether(with other: Job) -> Bool {
        connection == other.connection && dataType == other.dataType && parts == 1 && other.parts == 1
    }

    /// Returns this job merged with a later job; nil if they may not be merged, or if the result is too long.
    ///
    /// Of several entries with the same document id, only the last one is kept, at its place. Each upload is named
    /// once. All other members come from the later job.
    package func merged(with later: Job) -> Job? {
        guard goesTogether(with: later) else { return nil }
        let all = documents.map { ($0, bytes) } + later.documents.map { ($0, later.bytes) }
        var seen: Set<[UInt8]> = []
        let counting = all.reversed().filter { seen.insert($0.0.id).inserted }
        var named: Set<ArraySlice<UInt8>> = []
        let joined = (uploads.map { bytes[$0] } + later.uploads.map { later.bytes[$0] })
            .filter { named.insert($0).inserted }
        guard joined.count <= Self.mergedUploadsMax else { return nil }
        let merged = later.rewritten(counting.reversed(), joined)
        return merged.bytes.count <= Self.mergedBytesMax ? merged : nil
    }

    /// Returns the job with other documents and uploads, and otherwise unchanged.
    ///
    /// `entries` are the documents, each with the bytes of the job that contains it. `names` are the uploads with their
    /// quotes.
    private func rewritten(_ entries: [(JobDocument, [UInt8])], _ names: [ArraySlice<UInt8>]) -> Job {
        var job = self
        job.members = []
        var text = [UInt8(ascii: "{")]
        for member in members {
            if text.count > 1 { text.append(UInt8(ascii: ",")) }
            let key = text.add(bytes[member.key])
            text.append(UInt8(ascii: ":"))
            let start = text.count
            switch member.name {
            case .documents: job.documents = text.addArray(entries) { text, entry in text.add(entry.0, of: entry.1) }
            case .uploads: job.uploads = text.addArray(names) { text, name in text.add(name) }
            default: text.add(bytes[member.value])
            }
            job.members.append(JobMember(name: member.name, key: key, value: start..<text.count))
        }
        text.append(UInt8(ascii: "}"))
        job.bytes = text
        return job
    }
}

extension [UInt8] {
    /// Appends bytes, and returns their range.
    @discardableResult fileprivate mutating func add(_ bytes: ArraySlice<UInt8>) -> Range<Int> {
        let start = count
        append(contentsOf: bytes)
        return start..<count
    }

    /// Appends an entry of `documents`, and returns the entry with its ranges in the new bytes.
    fileprivate mutating func add(_ entry: Job.JobDocument, of bytes: [UInt8]) -> Job.JobDocument {
        let range = add(bytes[entry.range])
        let moved = range.lowerBound - entry.range.lowerBound
        return Job.JobDocument(
            id: entry.id,
            isDeletion: entry.isDeletion,
            idRange: entry.idRange.lowerBound + moved..<entry.idRange.upperBound + moved,
            range: range
        )
    }

    /// Appends a JSON array; `add` appends an element and returns its place.
    fileprivate mutating func addArray<Item, Place>(
        _ elements: [Item],
        _ add: (inout [UInt8], Item) -> Place
    ) -> [Place] {
        append(UInt8(ascii: "["))
        var places: [Place] = []
        places.reserveCapacity(elements.count)
        for element in elements {
            if !places.isEmpty { append(UInt8(ascii: ",")) }
            places.append(add(&self, element))
        }
        append(UInt8(ascii: "]"))
        return places
    }
}
