import Options
import Webhooks
import Worker

extension SecretsFile {
    /// Reads the secrets from the file of `--secrets` and the environment.
    ///
    /// - Throws: If there is no secret, or if the file is unreadable or wrong.
    init(_ options: Options) throws(StartError) {
        var bytes: [UInt8]?
        if let path = options.secretsFile {
            bytes = FileBytes.read(path, longest: Self.bytesMax)
            if bytes == nil {
                let limit = Self.bytesMax >> 20
                throw StartError("--secrets: \(path) cannot be read, or is longer than \(limit) MiB", isUsage: true)
            }
        }
        let variable = SecretsFault.environment
        do throws(SecretsFault) {
            try self.init(file: bytes, environment: ProcessEnvironment.current[variable])
        } catch {
            let isOfVariable = error.place == variable
            let place = isOfVariable ? "" : "--secrets: \(options.secretsFile ?? ""): "
            throw StartError("\(place)\(error)", isUsage: true)
        }
        if isEmpty {
            throw StartError("there is no secret: set \(variable), or name a file with --secrets", isUsage: true)
        }
    }
}
