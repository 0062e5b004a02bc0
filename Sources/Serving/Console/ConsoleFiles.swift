import CConsole

/// The files of the page, which are embedded in the binary, and hold no data.
package struct ConsoleFiles: Sendable {
    private struct File {
        let contentType: String
        let body: [UInt8]
        let tag: String
    }

    private let files: [String: File]

    package init() {
        var files: [String: File] = [:]
        for index in 0..<Int(console_file_count) {
            let file = unsafe console_files[index]
            let name = unsafe String(cString: file.name)
            let body = unsafe Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
            // Without libcrypto, no document has an id either.
            let digest = SHA256Digest.of(body) ?? []
            let tag = "\"\(SHA256Digest.mark(digest, digits: 16))\""
            files[name] = File(contentType: Self.contentType(name), body: body, tag: tag)
        }
        self.files = files
    }

    /// The names of the files, relative to `/console/`.
    package var names: [String] { files.keys.sorted() }

    /// Returns the file with a name, and the page for the empty name.
    ///
    /// The answer is 304 without a body if the client has the file: a file changes only with the binary, and the client
    /// asks each time.
    package func page(_ name: String, _ request: HTTPRequest) -> Page {
        guard let file = files[name.isEmpty ? "index.html" : name] else { return .notFound }
        let known = request.values("if-none-match").flatMap { $0.split(separator: ",") }.map { text in
            let tag = text.filter { $0 != " " && $0 != "\t" }
            return tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag
        }
        let isKnown = known.contains(file.tag) || known.contains("*")
        var page = Page(
            status: isKnown ? 304 : 200,
            contentType: file.contentType,
            body: isKnown ? [] : file.body
        )
        page.cacheControl = "no-cache"
        page.headers.append(Page.Header("ETag", file.tag))
        return page
    }

    private static func contentType(_ name: String) -> String {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "svg": "image/svg+xml"
        default: "application/octet-stream"
        }
    }
}
