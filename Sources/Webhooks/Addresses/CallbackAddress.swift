import Vocabulary

/// A callback URL that may be called, with its parts.
///
/// ```swift
/// let callback = try CallbackAddress(url, CallbackRules())
/// callback.host    // "hooks.example.org"
/// callback.port    // 443
/// callback.target  // "/fork?key=1"
/// ```
package struct CallbackAddress: Hashable, Sendable {
    package enum Scheme: String, Sendable {
        case http, https
    }

    /// The URL as the settings contain it.
    package let url: [UInt8]
    package let scheme: Scheme
    /// The host name in lower case, or the IP address without the brackets of IPv6.
    ///
    /// An IPv4 address has its usual form, whatever its form in the URL.
    package let host: String
    /// The IP address of the host; nil if the host is a name.
    package let literal: IPAddress?
    package let port: UInt16
    /// The path and the query; begins with a slash.
    package let target: String
    /// Whether the scheme and the port are allowed only for loopback addresses.
    package let isLoopbackOnly: Bool

    /// Parses a callback URL; `rules` decide which URLs are allowed.
    ///
    /// - Throws: The reason why the URL must not be called.
    package init(_ url: [UInt8], _ rules: CallbackRules) throws(CallbackFault) {
        guard url.count <= RecordBounds.callbackURL else { throw .tooLong }
        guard url.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }) else { throw .character }
        let text = String(decoding: url, as: UTF8.self)
        guard !text.utf8.contains(UInt8(ascii: "#")) else { throw .fragment }
        guard let (scheme, rest) = Self.scheme(text) else { throw .scheme }
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        guard !authority.contains("@") else { throw .user }
        let (host, port) = try Self.hostAndPort(authority)
        self.url = url
        self.scheme = scheme
        literal = IPAddress(host: host)
        if case .v4? = literal, let literal { self.host = literal.description } else { self.host = host.lowercased() }
        self.port = port ?? (scheme == .https ? 443 : 80)
        let target = rest[authority.endIndex...]
        self.target = target.first == "/" ? String(target) : "/\(target)"
        let isUsual = scheme == .https && (self.port == 443 || rules.allowedPorts.contains(self.port))
        isLoopbackOnly = !isUsual
        let isLoopback = literal?.isLoopback ?? (self.host == "localhost")
        guard isUsual || (rules.allowsLoopback && isLoopback) else {
            throw scheme == .https ? .port : .scheme
        }
    }

    /// The name of the host for limits and lists: scheme, name and port.
    ///
    /// This text contains neither path nor query, which can be secret.
    package var origin: String { "\(scheme.rawValue)://\(bracketedHost):\(port)" }

    /// The name with the port, as in `hooks.example.org:443`.
    package var hostAndPort: String { "\(bracketedHost):\(port)" }

    private var bracketedHost: String { host.contains(":") ? "[\(host)]" : host }

    private static func scheme(_ text: String) -> (Scheme, Substring)? {
        for scheme in [Scheme.https, .http] {
            let prefix = "\(scheme.rawValue)://"
            if text.prefix(prefix.count).lowercased() == prefix { return (scheme, text.dropFirst(prefix.count)) }
        }
        return nil
    }

    private static func hostAndPort(_ authority: Substring) throws(CallbackFault) -> (Substring, UInt16?) {
        if authority.first == "[" {
            guard let close = authority.firstIndex(of: "]") else { throw .host }
            let host = authority[authority.index(after: authority.startIndex)..<close]
            guard case .v6 = IPAddress(host) else { throw .host }
            return (host, try port(authority[authority.index(after: close)...]))
        }
        let host = authority.prefix { $0 != ":" }
        guard !host.isEmpty, host.utf8.allSatisfy(isOfName) else { throw .host }
        return (host, try port(authority[host.endIndex...]))
    }

    /// Parses a port such as `:443`; nil if the text is empty, or has only the colon.
    private static func port(_ text: Substring) throws(CallbackFault) -> UInt16? {
        guard let colon = text.first else { return nil }
        guard colon == ":" else { throw .host }
        let digits = text.dropFirst()
        if digits.isEmpty { return nil }
        guard digits.utf8.count <= 5, digits.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
            let port = UInt16(digits), port > 0
        else { throw .port }
        return port
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

/// The reason why a callback URL must not be called.
package enum CallbackFault: Error, CaseIterable, Sendable {
    case tooLong, character, fragment, scheme, user, host, port

    /// One sentence for a person, without any part of the URL.
    package var sentence: String {
        switch self {
        case .tooLong: "The callback URL is longer than \(RecordBounds.callbackURL) bytes."
        case .character: "The callback URL has a blank, a control character, a backslash or a character beyond ASCII."
        case .fragment: "The callback URL has a fragment."
        case .scheme: "The scheme of the callback URL is not https."
        case .user: "The callback URL has a user or a password."
        case .host: "The callback URL has no host, or a malformed one."
        case .port: "The port of the callback URL is not allowed: see --allow-ports."
        }
    }
}
