import Kafka
import Operations
import Options

extension TokenKeeper {
    /// The tokens that these options say where to get; nil where nobody logs in by them.
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
