import CMicrohttpd
import Glibc

/// A listening socket; the owner must close its descriptor.
package struct ListeningSocket {
    /// Opens a socket of an address family and a type, as socket(2) does.
    package typealias Opening = (_ family: Int32, _ type: Int32) -> Int32

    /// The number of connections that may wait to be accepted.
    private static let waiting: Int32 = 128

    package let descriptor: Int32
    /// The address with the port, which the system chose if port 0 was requested.
    package let address: String
    /// Whether `[::]` was requested, but only IPv4 is served, because the kernel has no IPv6.
    package private(set) var lacksIPv6 = false

    /// Opens a port on an address of this machine.
    ///
    /// - Parameters:
    ///   - host: A name or an address; an IPv6 address without brackets.
    ///   - port: The port, or 0 to let the system choose one.
    ///   - option: The option that names the address, for errors.
    ///   - opening: The system call, which tests replace.
    /// - Throws: An error that explains what is wrong with the address.
    package init(
        host: String,
        port: UInt16,
        option: String,
        opening: Opening = { family, type in Glibc.socket(family, type, 0) }
    ) throws(ServingError) {
        let shown = host.contains(":") ? "[\(host)]" : host
        var hints = unsafe addrinfo()
        unsafe hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        let code = unsafe getaddrinfo(host, String(port), &hints, &found)
        guard code == 0, let first = unsafe found else {
            let reason = unsafe String(cString: gai_strerror(code))
            throw ServingError("\(option): '\(shown)' is not an address of this machine (\(reason))")
        }
        defer { unsafe freeaddrinfo(found) }
        let info = unsafe first.pointee
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let socket = opening(unsafe info.ai_family, type)
        if socket < 0 {
            let failure = errno
            guard failure == EAFNOSUPPORT, unsafe Self.isAnyIPv6(info) else {
                throw ServingError("\(option): " + Self.sentence(failure, "\(shown):\(port)"))
            }
            // The container image listens on `[::]`, which fails on hosts that boot with ipv6.disable=1.
            self = try Self(host: "0.0.0.0", port: port, option: option, opening: opening)
            lacksIPv6 = true
            return
        }
        var isOn: Int32 = 1
        // A restart can then use the port while old connections are still in TIME_WAIT.
        unsafe setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
        guard unsafe bind(socket, info.ai_addr, info.ai_addrlen) == 0, listen(socket, Self.waiting) == 0 else {
            let failure = errno
            close(socket)
            throw ServingError("\(option): " + Self.sentence(failure, "\(shown):\(port)"))
        }
        descriptor = socket
        address = "\(shown):\(Self.port(of: socket) ?? port)"
    }

    /// Whether an address is `::`, which stands for all addresses.
    private static func isAnyIPv6(_ info: addrinfo) -> Bool {
        guard unsafe info.ai_family == AF_INET6, let address = unsafe info.ai_addr else { return false }
        return unsafe address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
            unsafe withUnsafeBytes(of: address.pointee.sin6_addr) { unsafe $0.allSatisfy { $0 == 0 } }
        }
    }

    private static func sentence(_ failure: Int32, _ address: String) -> String {
        let reason = unsafe String(cString: strerror(failure))
        return switch failure {
        case EADDRINUSE: "\(address) is taken by another process: stop that one, or choose another port"
        case EADDRNOTAVAIL: "\(address) is not an address of this machine: 0.0.0.0 means all of them"
        case EACCES: "no right to open \(address): choose a port from 1024 on"
        case EAFNOSUPPORT: "\(address) cannot be opened: the kernel has no IPv6 (\(reason)): choose an IPv4 address"
        default: "\(address) cannot be opened: \(reason)"
        }
    }

    private static func port(of socket: Int32) -> UInt16? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return unsafe withUnsafeMutableBytes(of: &storage) { bytes in
            guard let start = bytes.baseAddress else { return nil }
            let known = unsafe start.assumingMemoryBound(to: sockaddr.self)
            guard unsafe getsockname(socket, known, &length) == 0 else { return nil }
            // IPv4 and IPv6 addresses have the port at the same position.
            return unsafe UInt16(bigEndian: bytes.load(fromByteOffset: 2, as: UInt16.self))
        }
    }
}
