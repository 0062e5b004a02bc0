import CCurl
import Glibc
import Webhooks

extension IPAddress {
    /// Reads the address of a socket; nil for other families than IPv4 and IPv6.
    init?(socketAddress: UnsafePointer<sockaddr>?) {
        guard let socketAddress = unsafe socketAddress else { return nil }
        let start = unsafe UnsafeRawPointer(socketAddress)
        switch unsafe Int32(socketAddress.pointee.sa_family) {
        // The address follows the family and the port, and in IPv6 also the flow label.
        case AF_INET: unsafe self.init(UnsafeRawBufferPointer(start: start + 4, count: 4))
        case AF_INET6: unsafe self.init(UnsafeRawBufferPointer(start: start + 8, count: 16))
        default: return nil
        }
    }
}
