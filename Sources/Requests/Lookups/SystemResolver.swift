import Glibc
package import Webhooks

/// Looks names up as other programs of this machine do.
package enum SystemResolver {
    /// Returns all addresses of a name; none if the lookup fails, or if the name has none.
    ///
    /// It blocks as long as the system's resolver does.
    package static func addresses(of host: String) -> [IPAddress] {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(host, nil, &hints, &found) == 0 else { return [] }
        defer { unsafe freeaddrinfo(found) }
        var addresses: [IPAddress] = []
        var next = unsafe found
        while let entry = unsafe next?.pointee {
            if let address = unsafe IPAddress(socketAddress: entry.ai_addr) { addresses.append(address) }
            unsafe next = entry.ai_next
        }
        return addresses
    }
}
