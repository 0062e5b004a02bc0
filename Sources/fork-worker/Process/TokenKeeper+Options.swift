import Kafka
import Operations
import Options

extension TokenKeeper {
    /// Creates a keeper for a source of login tokens; nil without a source.
    convenience init?(_ source: TokenSource?) {
        guard let source else { return nil }
        let origin: TokenOrigin =
            switch source {
            case .command(let words): .command(words)
            case .file(let path): .file(path)
            }
        self.init { () throws(TokenFailure) in try origin.token() }
    }
}
