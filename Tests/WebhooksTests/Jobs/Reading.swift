import Vocabulary
import Webhooks

/// Reads a job; throws the refusal.
func read(_ text: String, key: String? = "conn-7") throws -> Job {
    var reader = JobReader()
    return try reader.job(key: key.map { Array($0.utf8) }, value: Array(text.utf8))
}

/// The refusal of a record; nil if it is a job.
func refusal(_ value: [UInt8]?, key: String? = "conn-7") -> Refusal? {
    var reader = JobReader()
    do throws(Refusal) {
        _ = try reader.job(key: key.map { Array($0.utf8) }, value: value)
        return nil
    } catch {
        return error
    }
}

func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
