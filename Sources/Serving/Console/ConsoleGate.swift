/// Decides who is answered by the console, in the order of the checks: host, origin, token, health data.
struct ConsoleGate: Sendable {
    /// A caller that may read.
    struct Caller: Equatable {
        /// The first 8 hexadecimal digits of the SHA-256 of the caller's token; nil without a token.
        let tokenMark: String?
    }

    /// What a caller needs for the views of the worker, as `session` says it.
    enum Session: String {
        /// The views of the worker need no token from this caller.
        case none
        case needed, ok
    }

    /// The names beside `localhost` and IP addresses under which the console may be reached, in lower case.
    let hosts: Set<String>
    /// The accepted tokens; nil if only callers on this machine are answered.
    let tokens: ConsoleTokens?
    let showsHealthData: Bool

    /// Checks that the request has one `Host`, and that it is a name of this worker.
    ///
    /// A page of another site, whose name server suddenly points here, sends its own name (DNS rebinding).
    func host(_ request: HTTPRequest) throws(ConsoleError) -> HostName {
        let values = request.values("host")
        guard values.count == 1, let value = values.first else {
            throw ConsoleError(.badRequest, "the request must have exactly one Host header")
        }
        guard let host = HostName(value), host.isAddress || host.name == "localhost" || hosts.contains(host.name)
        else { throw ConsoleError(.hostUnknown, "the Host header is not a name of this worker: see --console-host") }
        return host
    }

    /// Checks that no page of another origin sends the request.
    func origin(_ request: HTTPRequest, _ host: HostName) throws(ConsoleError) {
        let isOwn = request.values("sec-fetch-site").allSatisfy { $0 == "same-origin" || $0 == "none" }
        guard isOwn, request.values("origin").allSatisfy(host.isOrigin) else {
            throw ConsoleError(.crossSite, "pages of other origins are not answered")
        }
    }

    /// Checks the token of a request; `isOfWorker` is true for the views that need none from this machine.
    func caller(_ request: HTTPRequest, isOfWorker: Bool) throws(ConsoleError) -> Caller {
        guard let tokens else {
            if Self.isHere(request) { return Caller(tokenMark: nil) }
            throw ConsoleError(.tokenNeeded, "only this machine is answered, as there is no --console-token-file")
        }
        switch tokens.verdict(request.values("authorization")) {
        case .known(let mark): return Caller(tokenMark: mark)
        case .absent where isOfWorker && Self.isHere(request): return Caller(tokenMark: nil)
        case .absent: throw ConsoleError(.tokenWrong, "a token is needed: Authorization: Bearer TOKEN")
        case .wrong: throw ConsoleError(.tokenWrong, "the token is not accepted")
        }
    }

    /// Returns what the caller needs, without refusing anybody.
    func session(_ request: HTTPRequest) -> Session {
        switch tokens?.verdict(request.values("authorization")) ?? .absent {
        case .known: .ok
        case .wrong: .needed
        case .absent: Self.isHere(request) ? .none : .needed
        }
    }

    /// Whether the request comes from this machine, and not by a proxy on it that tells of itself.
    private static func isHere(_ request: HTTPRequest) -> Bool {
        request.isFromLoopback
            && !request.headers.contains { name, _ in
                ["forwarded", "via", "x-real-ip"].contains(name) || name.hasPrefix("x-forwarded-")
                    || name.hasPrefix("x-envoy-")
            }
    }
}
