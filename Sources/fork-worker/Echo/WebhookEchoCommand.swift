import Files
import Observation
import Operations
import Options
import Requests
import Serving
import Views
import Webhooks
import Worker

/// `fork-worker webhook-echo`: receives webhooks, verifies them, and prints a line for each.
enum WebhookEchoCommand {
    /// The interval between checks whether standard output is closed.
    private static let turnMilliseconds: Int64 = 200

    static func run(_ options: Options, _ signals: StopSignals) -> Never {
        let observer = Observer(options.log)
        do throws(StartError) {
            let receiver = EchoReceiver(
                try SecretsFile(options),
                status: options.echo.status,
                failShare: options.echo.failShare,
                seed: options.echo.seed ?? UInt64.random(in: 0...UInt64.max)
            )
            let screen = EchoScreen(asJSON: options.isJSON, printsBody: options.echo.printsBody)
            let handler = EchoHandler(receiver, forwarder: try forwarder(options), show: screen.show)
            let server = try server(options, handler)
            observer.receivingWebhooks(at: server.address)
            while !handler.isOutputClosed, signals.wait(milliseconds: turnMilliseconds) == nil {}
            if handler.isOutputClosed { throw StartError("standard output is closed") }
            // The server is not released, because its thread can be blocked in a write to standard output.
            withExtendedLifetime(server) {}
            ProcessEnvironment.leave(.done, after: observer, ending: EchoText.line(handler.counts))
        } catch {
            let text = "webhook-echo: \(error)"
            if error.isUsage { ProcessEnvironment.leaveForUsage(text, after: observer, options.log.format) }
            ProcessEnvironment.leave(.failure, after: observer, saying: text)
        }
    }

    private static func forwarder(_ options: Options) throws(StartError) -> Forwarder? {
        guard let address = options.echo.forwardTo else { return nil }
        do throws(PostClientError) {
            return try Forwarder(to: address)
        } catch {
            throw StartError(error.description)
        }
    }

    private static func server(_ options: Options, _ handler: EchoHandler) throws(StartError) -> WebhookServer {
        do throws(ServingError) {
            return try WebhookServer(
                host: options.echo.listen.host,
                port: options.echo.listen.port,
                delayMilliseconds: options.echo.delayMilliseconds
            ) { handler.answer($0) }
        } catch {
            throw StartError(error.description)
        }
    }
}
