/// What was asked for, as far as it matters to whoever answers.
package struct PageRequest: Sendable {
    /// Without its query, such as `/metrics`.
    package let path: String
    /// The header `Accept`; nil where there is none.
    package let accept: String?

    package init(path: String, accept: String? = nil) {
        self.path = path
        self.accept = accept
    }
}

/// What a client gets for a request: status, type and text.
package struct Page: Sendable, Equatable {
    package let status: UInt32
    package let contentType: String
    package let body: String
    /// The methods that are taken, where another one was asked for.
    package var allow: String?

    package init(
        status: UInt32 = 200,
        contentType: String = "text/plain; charset=utf-8",
        body: String,
        allow: String? = nil
    ) {
        self.status = status
        self.contentType = contentType
        self.body = body
        self.allow = allow
    }

    /// There is nothing of this name.
    package static let notFound = Page(status: 404, body: "not found\n")
    static let methodNotAllowed = Page(status: 405, body: "only GET and HEAD\n", allow: "GET, HEAD")
    static let tooLong = Page(status: 431, body: "the request is longer than 8 KiB\n")
}
