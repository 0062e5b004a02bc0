import Glibc
package import Webhooks

/// The reason why a name was not found, in the resolver's words.
package struct LookupFailure: Error, Equatable, Sendable {
    package let reason: String

    package init(_ reason: String) { self.reason = reason }
}

/// Looks names up as other programs of this machine do.
package enum SystemResolver {
    /// Returns all addresses of a name; blocks as long as the system's resolver does.
    package static func addresses(of host: String) throws(LookupFailure) -> [IPAddress] {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        let code = unsafe getaddrinfo(host, nil, &hints, &found)
        if code == EAI_SYSTEM { throw LookupFailure(unsafe String(cString: strerror(errno))) }
        guard code == 0 else { throw LookupFailure(unsafe String(cString: gai_strerror(code))) }
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
