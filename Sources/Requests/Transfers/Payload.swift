import CCurl
import Webhooks

/// The headers and the body of a request in the form that libcurl reads, at a stable address in memory.
@safe final class Payload {
    /// The headers that libcurl would add by itself, and that are left out of deliveries.
    private static let removed = ["accept:", "expect:"]

    private(set) var headers: UnsafeMutablePointer<curl_slist>?
    let body: UnsafeMutableRawBufferPointer

    init(headers: [DeliveryHeader], body: [UInt8]) {
        unsafe self.body = .allocate(byteCount: body.count, alignment: 1)
        unsafe self.body.copyBytes(from: body)
        for line in headers.map({ "\($0.name): \($0.value)" }) + Self.removed {
            if let longer = unsafe curl_slist_append(self.headers, line) { unsafe self.headers = longer }
        }
    }

    deinit {
        unsafe curl_slist_free_all(headers)
        unsafe body.deallocate()
    }
}
