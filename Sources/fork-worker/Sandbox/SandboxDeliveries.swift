import Observation
import Webhooks
import Worker

/// How a sandbox signs and verifies deliveries, and where its dispatcher logs.
struct SandboxDeliveries {
    /// The secrets in the form of `FORK_WEBHOOK_SECRET`.
    let secrets: String
    /// The observer of the dispatcher; the worker has another observer, because both have the same metrics.
    let observer: Observer

    /// Takes the secrets from the environment, or makes a new secret; throws if the variable is wrong.
    init(observer: Observer) throws(StartError) {
        let given = ProcessEnvironment.current[SecretsFault.environment] ?? ""
        secrets = given.allSatisfy { $0 == " " } ? Self.newSecret() : given
        self.observer = observer
        _ = try file()
    }

    /// Returns the secrets for the receiver.
    func file() throws(StartError) -> SecretsFile {
        do throws(SecretsFault) {
            return try SecretsFile(file: nil, environment: secrets)
        } catch {
            throw StartError("\(error)", isUsage: true)
        }
    }

    private static func newSecret() -> String {
        var random = SystemRandomNumberGenerator()
        return NewSecret.symmetric(from: &random).signing
    }
}
