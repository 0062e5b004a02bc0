import Operations

/// A letter, or a mark where it has no code, as tests write it.
func letter(
    _ offset: Int64,
    partition: Int32 = 0,
    code: String? = "invalidValue",
    time: Int64 = 0,
    key: String? = "c",
    bytes: Int = 0,
    _ more: KeyValuePairs<String, String> = [:]
) -> DeadLetterRecord {
    DeadLetterRecord(
        LetterPlace(partition, offset),
        timestampMilliseconds: time,
        key: key.map { Array($0.utf8) },
        headers: ((code.map { [("fork-error-code", $0)] } ?? []) + more.map { ($0.key, $0.value) }).map {
            DeadLetterRecord.Header(name: $0.0, value: $0.1)
        },
        valueByteCount: bytes
    )
}

/// The same of a refused record, or of an element of it.
func letter(
    _ offset: Int64,
    of original: Int64,
    _ path: String? = nil,
    topic: String = "fork.uploads",
    partition: Int32 = 2,
    key: String? = "c",
    bytes: Int = 0,
    _ more: [(String, String)] = []
) -> DeadLetterRecord {
    let place = [
        ("fork-topic", topic), ("fork-partition", "\(partition)"), ("fork-offset", "\(original)"),
        ("fork-timestamp", "5"),
    ]
    let all = [("fork-error-code", "invalidValue")] + (path.map { [("fork-error-path", $0)] } ?? []) + place + more
    return DeadLetterRecord(
        LetterPlace(0, offset),
        timestampMilliseconds: offset,
        key: key.map { Array($0.utf8) },
        headers: all.map { DeadLetterRecord.Header(name: $0.0, value: $0.1) },
        valueByteCount: bytes
    )
}

/// A mark of a letter of partition 0.
func mark(_ offset: Int64, _ state: String, of letter: Int64) -> DeadLetterRecord {
    DeadLetterRecord(
        LetterPlace(0, offset),
        timestampMilliseconds: offset,
        key: nil,
        headers: [.init(name: "fork-\(state)", value: "0:\(letter)")]
    )
}
