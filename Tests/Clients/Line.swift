import Glibc

/// A connection of a test's own to a server, byte by byte.
package final class Line {
    private let socket: Int32

    /// Connects; a read waits no longer than `seconds`.
    package init(port: UInt16, isV6: Bool = false, seconds: Int = 15) {
        socket = Glibc.socket(isV6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var time = timeval(tv_sec: seconds, tv_usec: 0)
        unsafe setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        if isV6 {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            address.sin6_addr = in6addr_loopback
            join(&address)
        } else {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
            join(&address)
        }
    }

    private func join<Address>(_ address: inout Address) {
        let size = socklen_t(MemoryLayout<Address>.size)
        unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = unsafe connect(socket, $0, size) }
        }
    }

    deinit { close(socket) }

    /// Whether the bytes were taken.
    @discardableResult
    package func say(_ text: String) -> Bool { say(Array(text.utf8)) }

    /// Whether all bytes were taken.
    @discardableResult
    package func say(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// What comes until the connection is closed, or until so many times the mark has come.
    package func hear(until mark: String? = nil, times: Int = 1) -> String {
        var text = ""
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while mark.map({ text.ranges(of: $0).count < times }) ?? true {
            let count = unsafe recv(socket, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            text += String(decoding: buffer.prefix(count), as: UTF8.self)
        }
        return text
    }

    /// Whether the other end has closed it, and no byte has come.
    package var isClosed: Bool {
        var byte: UInt8 = 0
        return unsafe recv(socket, &byte, 1, Int32(MSG_DONTWAIT)) == 0
    }
}
