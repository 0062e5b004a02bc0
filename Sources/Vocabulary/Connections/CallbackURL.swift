/// Decides which callback URLs are accepted: https to any host, and http to loopback if the options allow it.
package enum CallbackURL {
    package static func isAllowed(_ url: [UInt8], loopback: Bool) -> Bool {
        // A valid URL contains no space, quote or control character, and only ASCII.
        guard url.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) else {
            return false
        }
        let text = String(decoding: url, as: UTF8.self)
        if let rest = text.dropping(scheme: "https://") { return !host(rest).isEmpty }
        guard loopback, let rest = text.dropping(scheme: "http://") else { return false }
        return isLoopback(host(rest))
    }

    /// Returns the host of an accepted URL, without its port; empty for other texts.
    package static func host(of url: [UInt8]) -> String {
        let text = String(decoding: url, as: UTF8.self)
        return (text.dropping(scheme: "https://") ?? text.dropping(scheme: "http://")).map { String(host($0)) } ?? ""
    }

    /// Returns the host of a URL without its scheme, user, port and brackets.
    private static func host(_ rest: Substring) -> Substring {
        var authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        if let at = authority.lastIndex(of: "@") { authority = authority[authority.index(after: at)...] }
        if authority.first == "[" {
            guard let close = authority.firstIndex(of: "]") else { return "" }
            return authority[authority.index(after: authority.startIndex)..<close]
        }
        return authority.prefix { $0 != ":" }
    }

    private static func isLoopback(_ host: Substring) -> Bool {
        if host.lowercased() == "localhost" || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}

extension String {
    fileprivate func dropping(scheme: String) -> Substring? {
        prefix(scheme.count).lowercased() == scheme ? dropFirst(scheme.count) : nil
    }
}
