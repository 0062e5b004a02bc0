import Options
import Webhooks

/// `fork-worker dispatch new-secret`: makes a secret, and prints it once.
enum NewSecretCommand {
    static func run(_ options: Options) -> Int32 {
        var random = SystemRandomNumberGenerator()
        let made = options.isEd25519 ? NewSecret.ed25519(from: &random) : NewSecret.symmetric(from: &random)
        guard let made else {
            return ProcessEnvironment.complain(
                ["OpenSSL does not provide Ed25519 on this machine: make a shared secret without --ed25519"],
                asJSON: false,
                status: .failure
            )
        }
        return ProcessEnvironment.print(String(decoding: made.json, as: UTF8.self) + "\n")
    }
}
