/// The parts of a dead letter that the report shows.
struct DeadLetterView {
    let code: String
    let sentence: String
    /// A JSON pointer; empty if the whole record was refused.
    let path: String
    /// The timestamp of the refused record in Unix milliseconds.
    let timestampMilliseconds: Int64
    /// The beginning of the refused value.
    let value: String

    init(_ record: OutputRecordView) {
        code = record.header("fork-error-code")
        sentence = record.header("fork-error-message")
        path = record.header("fork-error-path")
        timestampMilliseconds = Int64(record.header("fork-timestamp")) ?? 0
        value = String(decoding: (record.value ?? []).prefix(200), as: UTF8.self)
    }
}
