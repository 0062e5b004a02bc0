import Files
import Observation
import Operations
import Options
import Serving
import Views
import Webhooks
import Worker

/// `fork-worker webhook-echo`: receives webhooks, verifies them, and prints a line for each.
enum WebhookEchoCommand {
    /// The time between two looks whether standard output is closed.
    private static let turnMilliseconds: Int64 = 200

    static func run(_ options: Options, _ signals: StopSignals) -> Never {
        let observer = Observer(options.log)
        do throws(StartError) {
            let receiver = EchoReceiver(
                try secrets(options),
                status: options.echo.status,
                failShare: options.echo.failShare,
                seed: options.echo.seed ?? UInt64.random(in: 0...UInt64.max)
            )
            let desk = EchoDesk(receiver, show: EchoScreen(asJSON: options.isJSON).show)
            let server = try server(options, desk)
            observer.receivingWebhooks(at: server.address)
            while !desk.isOutputClosed, signals.wait(milliseconds: turnMilliseconds) == nil {}
            if desk.isOutputClosed { throw StartError("standard output is closed") }
            // Not released: its thread can wait for a standard output that takes nothing.
            withExtendedLifetime(server) {}
            ProcessEnvironment.leave(.done, after: observer, ending: EchoText.line(desk.counts))
        } catch {
            let text = "webhook-echo: \(error)"
            if error.isUsage { ProcessEnvironment.leaveForUsage(text, after: observer, options.log.format) }
            ProcessEnvironment.leave(.failure, after: observer, saying: text)
        }
    }

    private static func server(_ options: Options, _ desk: EchoDesk) throws(StartError) -> WebhookServer {
        do throws(ServingError) {
            return try WebhookServer(
                host: options.echo.listen.host,
                port: options.echo.listen.port,
                delayMilliseconds: options.echo.delayMilliseconds
            ) { desk.answer($0) }
        } catch {
            throw StartError(error.description)
        }
    }

    /// Reads the secrets from the file and the environment.
    private static func secrets(_ options: Options) throws(StartError) -> SecretsFile {
        var bytes: [UInt8]?
        if let path = options.secretsFile {
            bytes = FileBytes.read(path, longest: SecretsFile.bytesMax)
            if bytes == nil {
                let limit = SecretsFile.bytesMax >> 20
                throw StartError("--secrets: \(path) cannot be read, or is longer than \(limit) MiB", isUsage: true)
            }
        }
        let variable = SecretsFault.environment
        do throws(SecretsFault) {
            let secrets = try SecretsFile(file: bytes, environment: ProcessEnvironment.current[variable])
            guard secrets.isEmpty else { return secrets }
        } catch {
            let isOfVariable = error.place == variable
            let place = isOfVariable ? "" : "--secrets: \(options.secretsFile ?? ""): "
            throw StartError("\(place)\(error)", isUsage: true)
        }
        throw StartError("there is no secret: set \(variable), or name a file with --secrets", isUsage: true)
    }
}
