import Kafka
import Operations
import Options

extension TokenKeeper {
    /// Creates a keeper of login tokens; nil if no option names their source.
    convenience init?(_ options: ClusterOptions) {
        guard let origin = options.tokenCommand.map(TokenOrigin.command) ?? options.tokenFile.map(TokenOrigin.file)
        else { return nil }
        self.init { () throws(TokenFailure) in try origin.token() }
    }
}
