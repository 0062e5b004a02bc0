package import JSON
package import Vocabulary
import Webhooks

/// The user's options for redriving.
package struct RedriveWords: Sendable {
    /// The collection time for uploads that are no longer in their topic, in Unix milliseconds.
    package var collectedAtMilliseconds: Int64?
    /// The value that replaces the value of a single dead letter.
    package var replacementValue: [UInt8]?

    package init() {}
}

/// A record that redrives dead letters.
package struct RedrivenRecord: Equatable, Sendable {
    package let topic: String
    package let partition: Int32
    package let key: [UInt8]?
    package let value: [UInt8]?
    /// The trace context of the refused record, which the new record continues.
    package let traceparent: [UInt8]?
    package let redrive: RedriveCount
    /// The timestamp of the original record, before any redrive, in Unix milliseconds; nil if unknown.
    package let originalMilliseconds: Int64?
    /// The first sequence of a job that is sent again; nil for other records.
    package let sequence: Int64?
    /// The id of an upload built from refused elements; nil if the original record is sent.
    package let uploadID: UUID128?
    /// The number of elements in each list of such an upload.
    package let elements: [Refusal.List: Int]
    /// The dead letters to mark as redriven.
    package let letters: [LetterPlace]
}

/// The result of a step: a record, or nil if nothing can be sent, and the dead letters that are left out.
package struct RedriveMake {
    package let record: RedrivenRecord?
    package let notSent: [NotSent]
}

extension RedriveStep {
    /// Returns which data of the original record must be read back; nil if the dead letters contain everything.
    package func need(_ letters: [LetterPlace: ReadLetter], _ words: RedriveWords) -> RefusedOriginal.Need? {
        let read = carriers.compactMap { letters[$0.place]?.record }
        var need = RefusedOriginal.Need()
        if isWhole {
            let hasValue = words.replacementValue != nil || read.contains { $0.holdsRecord }
            need.value = !hasValue
            return hasValue && !read.contains { $0.header("fork-key-omitted") != nil } ? nil : need
        }
        if words.replacementValue == nil {
            need.pointers = Set(read.filter { $0.omittedByteCount != nil }.compactMap(\.pointer))
        }
        return need
    }

    /// Builds the record of this step.
    ///
    /// `original` is the refused record, if it was needed and still exists. `words` has the user's options.
    ///
    /// - Returns: The record, or nil if nothing can be sent, and the dead letters that are left out.
    package func make(
        _ letters: [LetterPlace: ReadLetter],
        _ original: RefusedOriginal?,
        _ words: RedriveWords,
        _ parser: inout Parser
    ) -> RedriveMake {
        do throws(NotMade) {
            let read = carriers.compactMap { letters[$0.place] }
            guard let first = read.first else { throw NotMade("no longer exists") }
            return isWhole ? try whole(first, original, words) : try upload(read, original, words, &parser)
        } catch {
            return RedriveMake(record: nil, notSent: chosen.map { NotSent($0.place, error.reason) })
        }
    }

    /// The reason why no record can be built.
    private struct NotMade: Error {
        let reason: String

        init(_ reason: String) { self.reason = reason }
    }

    private func whole(
        _ letter: ReadLetter,
        _ original: RefusedOriginal?,
        _ words: RedriveWords
    ) throws(NotMade) -> RedriveMake {
        var value = words.replacementValue
        if value == nil {
            if letter.record.holdsRecord {
                value = letter.value
            } else if let original {
                value = original.value
            } else {
                throw NotMade("does not contain the whole record, which no longer exists in \(self.original.topic)")
            }
        }
        let key = try key(letter, original)
        return RedriveMake(
            record: record(letter, key: key, value: value, places: self.letters.map(\.place)),
            notSent: []
        )
    }

    private func key(_ letter: ReadLetter, _ original: RefusedOriginal?) throws(NotMade) -> [UInt8]? {
        if letter.record.header("fork-key-omitted") == nil { return letter.record.key }
        guard let original else {
            throw NotMade("does not contain the key of its record, which no longer exists in \(self.original.topic)")
        }
        return original.key
    }

    /// Builds one upload from all available refused elements.
    private func upload(
        _ letters: [ReadLetter],
        _ original: RefusedOriginal?,
        _ words: RedriveWords,
        _ parser: inout Parser
    ) throws(NotMade) -> RedriveMake {
        let head = try head(letters[0], original, words)
        var values: [Refusal.List: [[UInt8]]] = [:]
        var places: [LetterPlace] = []
        let found = Set(letters.map(\.record.place))
        var notSent = chosen.filter { !found.contains($0.place) }.map { NotSent($0.place, "no longer exists") }
        for letter in letters {
            guard let pointer = letter.record.pointer, let list = letter.record.list else { continue }
            let own = letter.record.omittedByteCount == nil ? letter.value : original?.elements[pointer]
            guard let value = words.replacementValue ?? own else {
                let topic = self.original.topic
                notSent.append(
                    NotSent(
                        letter.record.place,
                        "does not contain its value, and the record no longer exists in \(topic)"
                    )
                )
                continue
            }
            guard (try? parser.parse(value)) != nil else {
                notSent.append(
                    NotSent(letter.record.place, "does not contain JSON: give a corrected value with --value")
                )
                continue
            }
            values[list, default: []].append(value)
            places.append(letter.record.place)
        }
        if places.isEmpty { return RedriveMake(record: nil, notSent: notSent) }
        let id = UUID128.v5(
            name: Array("redrive/\(self.original.topic)/\(self.original.partition)/\(self.original.offset)".utf8)
        )
        let value = Self.written(id, head, values)
        let made = record(
            letters[0],
            key: try key(letters[0], original),
            value: value,
            places: places,
            uploadID: id,
            elements: values.mapValues(\.count)
        )
        return RedriveMake(record: made, notSent: notSent)
    }

    private func head(
        _ letter: ReadLetter,
        _ original: RefusedOriginal?,
        _ words: RedriveWords
    ) throws(NotMade) -> [UInt8] {
        if let head = original?.head { return head }
        guard let milliseconds = words.collectedAtMilliseconds else {
            throw NotMade(
                "belongs to an upload that no longer exists in \(self.original.topic): give its collection time with --collected-at"
            )
        }
        guard let connection = letter.record.key.flatMap({ ConnectionID($0) }) else {
            throw NotMade("has no connection, and its upload no longer exists in \(self.original.topic)")
        }
        return RefusedOriginal.head(connection: connection.bytes, collectedAtMilliseconds: milliseconds)
    }

    private static func written(_ id: UUID128, _ head: [UInt8], _ values: [Refusal.List: [[UInt8]]]) -> [UInt8] {
        var writer = Writer()
        writer.raw("{\"upload_id\":\"")
        writer.raw(id.textBytes)
        writer.raw("\",")
        writer.raw(head)
        for list in Refusal.List.allCases {
            guard let elements = values[list] else { continue }
            writer.raw(Array(",\"\(list.rawValue)\":[".utf8))
            for (index, element) in elements.enumerated() {
                if index > 0 { writer.raw(",") }
                writer.raw(element)
            }
            writer.raw("]")
        }
        writer.raw("}")
        return writer.bytes
    }

    private func record(
        _ letter: ReadLetter,
        key: [UInt8]?,
        value: [UInt8]?,
        places: [LetterPlace],
        uploadID: UUID128? = nil,
        elements: [Refusal.List: Int] = [:]
    ) -> RedrivenRecord {
        RedrivenRecord(
            topic: original.topic,
            partition: original.partition,
            key: key,
            value: value,
            traceparent: letter.record.header("traceparent").map { Array($0.utf8) },
            redrive: redrive,
            originalMilliseconds: originalMilliseconds,
            sequence: letter.record.sequence,
            uploadID: uploadID,
            elements: elements,
            letters: places
        )
    }
}

extension DeadLetterRecord {
    /// The first sequence of a job; nil for other records.
    fileprivate var sequence: Int64? {
        guard header("fork-webhook-attempts") != nil else { return nil }
        return header(SequenceHeader.name).flatMap { SequenceHeader.sequence(Array($0.utf8)) }
    }

    /// Whether the value contains the whole refused record.
    fileprivate var holdsRecord: Bool {
        (subject == .record || subject == .rest) && omittedByteCount == nil
    }
}
