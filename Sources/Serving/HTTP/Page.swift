/// An HTTP response: status, headers and bytes.
package struct Page: Sendable, Equatable {
    /// The part of a request that is too long.
    enum LongPart { case head, body }

    /// A header of a response.
    package struct Header: Sendable, Equatable {
        package let name: String
        package let value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    package let status: UInt32
    package let contentType: String
    package let body: [UInt8]
    /// The allowed methods, if the request used another method.
    package var allow: String?
    /// `Cache-Control`: without a validator, no response may be cached.
    package var cacheControl = "no-store"
    /// Further headers, as pairs of name and value.
    package var headers: [Header] = []

    package init(status: UInt32 = 200, contentType: String, body: [UInt8]) {
        self.status = status
        self.contentType = contentType
        self.body = body
    }

    /// Creates a page of JSON.
    package init(status: UInt32 = 200, json: [UInt8]) {
        self.init(status: status, contentType: "application/json", body: json)
    }

    /// Creates a page of plain text.
    package init(
        status: UInt32 = 200,
        contentType: String = "text/plain; charset=utf-8",
        body: String,
        allow: String? = nil
    ) {
        self.init(status: status, contentType: contentType, body: Array(body.utf8))
        self.allow = allow
    }

    package static let notFound = Page(status: 404, body: "not found\n")
    /// The response if other requests already hold all memory for bodies.
    package static let noMemory = Page(status: 503, body: "too many long requests at once: try again\n")

    static func methodNotAllowed(_ methods: [String]) -> Page {
        Page(status: 405, body: "only \(methods.joined(separator: " and "))\n", allow: methods.joined(separator: ", "))
    }

    static func tooLong(_ part: LongPart, _ limitBytes: Int) -> Page {
        let limit = limitBytes < 1 << 20 ? "\(limitBytes >> 10) KiB" : "\(limitBytes >> 20) MiB"
        return Page(status: part == .head ? 431 : 413, body: "the request is longer than \(limit)\n")
    }
}
