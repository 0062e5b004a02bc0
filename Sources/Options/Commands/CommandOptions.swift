package import Webhooks

package struct TransformOptions: Sendable {
    /// The number of lines in one commit.
    package var commitEvery = 1
    /// Whether to print only the documents that are live at the end.
    package var final = false
    /// The file with connection settings.
    package var connections: String?
    /// The connection of lines without a connection id.
    package var connection: String?
}

package struct SendOptions: Sendable {
    package var target = SendTarget.uploads
    /// The connection of lines without a connection id.
    package var connection: String?
    /// The largest number of lines per second; nil for no limit.
    package var ratePerSecond: Int?
    /// The number of lines to skip at the beginning.
    package var skippedLines = 0
    /// Whether to only check the lines.
    package var isDryRun = false
}

package struct ImportOptions: Sendable {
    /// The path of an archive, a folder or an XML file; `-` is standard input.
    package var file = ""
    package var connection = ""
    /// The file for uploads; nil for standard output.
    package var output: String?
    package var temporaryDirectory: String?
    /// The name of the time zone for samples that have none.
    package var timeZone: String?
    package var since: TimeArgument?
    /// Whether the command fails if it left something out.
    package var isStrict = false
}

package struct StatusOptions: Sendable {
    /// Whether to repeat the status until stopped.
    package var watches = false
    /// The workers whose metrics pages to read.
    package var workers: [HTTPAddress] = []
}

package struct DiffOptions: Sendable {
    /// The largest number of differences to show.
    package var limit = 20
}

package struct TopicsOptions: Sendable {
    package enum Action: String, Sendable, CaseIterable {
        /// `plan` shows the state, `apply` corrects it first, and `check` reports problems in the exit status.
        case plan, apply, check
    }

    package var action = Action.check
}

package struct DemoOptions: Sendable {
    /// The loopback address of the console that stays after the report; nil for none.
    package var console: HTTPAddress?
}

package struct SandboxOptions: Sendable {
    /// The folder of an Apache Kafka distribution to start; nil for the embedded broker.
    package var kafkaHome: String?
    /// Whether to deliver webhook jobs to a receiver of the sandbox.
    package var deliversWebhooks = false
    /// The address of the broker.
    package var listen = HTTPAddress(host: "127.0.0.1", port: 0)
}

package struct WebhookEchoOptions: Sendable {
    package var listen = HTTPAddress(host: "127.0.0.1", port: 8099)
    /// The status of verified deliveries.
    package var status = 204
    /// The share of verified deliveries that are answered with 500, from 0 to 1.
    package var failShare = 0.0
    /// The number that determines which deliveries fail; nil for a random number.
    package var seed: UInt64?
    package var delayMilliseconds: Int64 = 0
    /// The server to which requests are passed on; nil for none.
    package var forwardTo: CallbackAddress?
    /// Whether to print headers and bodies too.
    package var printsBody = false
}

package struct WebhookSendOptions: Sendable {
    /// The example documents that can be sent.
    package enum Example: String, CaseIterable, Sendable {
        case sleep, steps, workouts
    }

    package var example = Example.sleep
    /// The file with a document to send instead of an example; `-` is standard input.
    package var documentFile: String?
}

package struct ForgetOptions: Sendable {
    /// Whether to only search for remaining records.
    package var isCheck = false
    /// How long to wait for workers.
    package var timeoutMilliseconds = 60_000
}
