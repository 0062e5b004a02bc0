import Files
import Observation
import Operations
import Options
import System
import Views
import Vocabulary
import Webhooks
import Worker

/// `fork-worker webhook-send`: sends one signed webhook to a URL, and prints the result.
enum WebhookSendCommand {
    /// The largest document size, equal to the largest body of a webhook.
    private static let longestBytes = 16 << 20

    static func run(_ options: Options, _ signals: StopSignals) -> Never {
        let observer = Observer(options.log)
        do throws(StartError) {
            let secrets = try SecretsFile(options)
            let now = Clocks().wallMilliseconds()
            let zones = try ZoneFolder(environment: ProcessEnvironment.current).table()
            let webhook: SingleWebhook
            do throws(WrongDocument) {
                webhook = try SingleWebhook(document: try document(options, zones), id: WebhookPost.newID, at: now)
            } catch {
                throw StartError(error.description, isUsage: true)
            }
            let url = Array((options.operands.first ?? "").utf8)
            guard let sent = try WebhookPost.send(webhook, to: url, secrets, options, at: now, signals) else {
                throw StartError("interrupted: there was no answer yet")
            }
            let isJSON = options.isJSON || !StandardOutput.isTerminal
            let line = isJSON ? DeliveryText.json(sent) : DeliveryText.line(sent)
            let status: ProcessEnvironment.Status = sent.outcome == .delivered ? .done : .failure
            guard StandardOutput.write(Array("\(line)\n".utf8)) else { throw StartError("standard output is closed") }
            ProcessEnvironment.leave(status, after: observer)
        } catch {
            let text = "webhook-send: \(error)"
            if error.isUsage { ProcessEnvironment.leaveForUsage(text, after: observer, options.log.format) }
            ProcessEnvironment.leave(.failure, after: observer, saying: text)
        }
    }

    /// Returns the document to send, from a file or from an example.
    private static func document(_ options: Options, _ zones: ZoneTable) throws(WrongDocument) -> [UInt8] {
        guard let path = options.single.documentFile else { return options.single.example.document(zones) }
        let name = path == "-" ? "/dev/stdin" : path
        guard let bytes = FileBytes.read(name, longest: longestBytes) else {
            throw WrongDocument("--document: \(path) cannot be read, or is longer than 16 MiB")
        }
        return bytes
    }
}
