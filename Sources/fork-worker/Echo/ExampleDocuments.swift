import Health
import Options
import Vocabulary
import Webhooks

extension WebhookSendOptions.Example {
    /// The example uploads that have a document of this type.
    private var uploads: String {
        switch self {
        case .sleep: "sleep-night"
        case .steps: "overlap"
        case .workouts: "workout"
        }
    }

    /// Derives the document from example uploads, as a worker does.
    func document(_ zones: ZoneTable) -> [UInt8] {
        var loop = CommitLoop(Processor(rules: Rules(), zones: zones), over: MemoryStore())
        for line in ExampleUploads.lines(of: uploads) {
            // All these examples have the connection `conn-7`.
            loop.add(line: line.replacing("conn-7".utf8, with: SingleWebhook.exampleConnection.bytes))
        }
        let type = "\(rawValue)/"
        let document = loop.commit().records.last { record in
            record.kind == .document && record.value != nil && record.key?.starts(with: type.utf8) == true
        }
        return document?.value ?? []
    }
}
