package import JSON

/// An error of the console's API: `{"error": {"code", "message"}}` with the status of its code.
package struct ConsoleError: Error, Sendable {
    /// The code of an error, which tells programs what to do.
    package enum Code: String, Sendable, CaseIterable {
        case badRequest
        case hostUnknown, crossSite, tokenNeeded, healthDataOff
        case tokenWrong = "unauthorized"
        case notFound, unknownConnection, unknownDocument
        /// No partitions are assigned yet.
        case starting
        case restoring, leftAlone
        /// Too many requests wait, or the answer needs too much time or memory, or too many long answers are being sent.
        case busy

        package var status: UInt32 {
            switch self {
            case .badRequest: 400
            case .tokenWrong: 401
            case .hostUnknown, .crossSite, .tokenNeeded, .healthDataOff: 403
            case .notFound, .unknownConnection, .unknownDocument: 404
            case .starting, .restoring, .leftAlone, .busy: 503
            }
        }
    }

    package let code: Code
    /// A sentence without path, value or stack; for `badRequest` it names the parameter.
    package let message: String
    /// Writes the members beside `error`, such as `restored`.
    private let beside: @Sendable (inout Writer) -> Void

    /// Creates an error; `beside` writes members beside `error`, such as `restored`, `reason` or `elsewhere`.
    package init(_ code: Code, _ message: String, beside: @escaping @Sendable (inout Writer) -> Void = { _ in }) {
        self.code = code
        self.message = message
        self.beside = beside
    }

    /// The answer; a client may ask again after a second if its status is 503.
    package var page: Page {
        let body = Writer.object { writer in
            writer.object("error") { writer in
                writer.member("code", code.rawValue)
                writer.member("message", message)
            }
            beside(&writer)
        }
        var page = Page(status: code.status, json: body)
        if code.status == 503 { page.headers.append(Page.Header("Retry-After", "1")) }
        if code == .tokenWrong { page.headers.append(Page.Header("WWW-Authenticate", "Bearer")) }
        return page
    }
}
