/// What the report shows of a refusal.
struct DeadLetterView {
    let code: String
    let sentence: String
    /// JSON pointer; empty where the whole record was refused.
    let path: String
    /// Unix milliseconds of the refused record.
    let timestampMilliseconds: Int64
    /// The beginning of what was refused.
    let value: String

    init(_ record: OutputRecordView) {
        code = record.header("fork-error-code")
        sentence = record.header("fork-error-message")
        path = record.header("fork-error-path")
        timestampMilliseconds = Int64(record.header("fork-timestamp")) ?? 0
        value = String(decoding: (record.value ?? []).prefix(200), as: UTF8.self)
    }
}
