/// The parts of an HTTP request that pages depend on.
package struct PageRequest: Sendable {
    /// The path without query, such as `/metrics`.
    package let path: String
    /// The `Accept` header, or nil if there is none.
    package let accept: String?

    package init(path: String, accept: String? = nil) {
        self.path = path
        self.accept = accept
    }
}

/// An HTTP response: status, content type and text.
package struct Page: Sendable, Equatable {
    package let status: UInt32
    package let contentType: String
    package let body: String
    /// The allowed methods, if the request used another one.
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

    package static let notFound = Page(status: 404, body: "not found\n")
    static let methodNotAllowed = Page(status: 405, body: "only GET and HEAD\n", allow: "GET, HEAD")
    static let tooLong = Page(status: 431, body: "the request is longer than 8 KiB\n")
}
