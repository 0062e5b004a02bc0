import Foundation
import Randomness
import Vocabulary

/// Records of the job topic as lines of JSON.
struct JobText {
    private var count = 0

    static func connection(_ number: Int) -> String { number < stable ? "s\(number)" : "x\(number)" }
    /// How many of the connections, the first ones, always have a callback URL, so that none of their jobs is dropped.
    static let stable = 2

    /// Callback URLs: two of each of three hosts.
    static let urls = (0..<6).map { "https://h\($0 % 3).example/\($0)" }
    static func host(_ number: Int) -> String { "h\(number).example" }

    /// A job of a connection.
    ///
    /// - Returns: the id of the job, which is also that of its upload, and its text.
    mutating func next(_ connection: Int, at wall: Int64, _ random: inout SeededRandom) -> (id: String, text: String) {
        count += 1
        let id = "00000000-0000-4000-8000-" + "\(1_000_000_000_000 + count)".suffix(12)
        let created = String(decoding: Instant.iso8601(unixMilliseconds: wall), as: UTF8.self)
        let upsert = #"{"id":"sleep/\#(random.below(3))","op":"upsert","document":{"value":\#(count)}}"#
        let deletion = #"{"id":"sleep/\#(3 + random.below(2))","op":"delete"}"#
        let documents = [upsert, deletion, "\(upsert),\(deletion)"][random.below(3)]
        let type = ["sleep", "heart"][random.below(2)]
        let text = """
            {"id":"\(id)","type":"fork.data.updated","connection_id":"\(Self.connection(connection))","app_id":"app",\
            "user_id":"u","callback_url":"https://job.example/","data_type":"\(type)","created_at":"\(created)",\
            "uploads":["\(id)"],"part":1,"parts":1,"documents":[\(documents)]}
            """
        return (id, text)
    }

    /// Settings of a connection with these members.
    static func settings(_ number: Int, _ members: String) -> String {
        "{\"connection_id\":\"\(connection(number))\",\"app_id\":\"app\",\"user_id\":\"u\"\(members)}"
    }

    /// The uploads that a job or a body names.
    static func uploads(_ json: [UInt8]) -> [String] {
        let object = (try? JSONSerialization.jsonObject(with: Data(json))) as? [String: Any]
        let job = object?["data"] as? [String: Any] ?? object
        return job?["uploads"] as? [String] ?? []
    }
}
