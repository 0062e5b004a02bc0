import CCurl
import Glibc
import Webhooks

// libcurl calls these functions on the client's thread. The context is the `Transfer`, which outlives the handle.

/// Handles a line of the head, or a trailer.
func headerCallback(
    bytes: UnsafeMutablePointer<CChar>?,
    size: Int,
    count: Int,
    context: UnsafeMutableRawPointer?
) -> Int {
    guard let transfer = unsafe transfer(context) else { return 0 }
    let line = unsafe [UInt8](UnsafeRawBufferPointer(start: bytes, count: size * count))
    return transfer.takes(line: line) ? size * count : cutOff
}

/// Counts a piece of the body, and drops the piece.
func bodyCallback(
    bytes: UnsafeMutablePointer<CChar>?,
    size: Int,
    count: Int,
    context: UnsafeMutableRawPointer?
) -> Int {
    guard let transfer = unsafe transfer(context) else { return 0 }
    return transfer.takes(byteCount: size * count) ? size * count : cutOff
}

/// Opens a socket for a new connection, if its address is allowed.
func openCallback(
    context: UnsafeMutableRawPointer?,
    purpose: curlsocktype,
    address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
    guard let transfer = unsafe transfer(context), let address = unsafe address else { return noSocket }
    let peer = unsafe withUnsafePointer(to: &address.pointee.addr) { unsafe IPAddress(socketAddress: $0) }
    guard transfer.mayOpenSocket(to: peer) else { return noSocket }
    let type = unsafe address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
    return unsafe socket(address.pointee.family, type, address.pointee.protocol)
}

/// Decides whether a request may be sent on a new or reused connection.
func readyCallback(
    context: UnsafeMutableRawPointer?,
    peer: UnsafeMutablePointer<CChar>?,
    own: UnsafeMutablePointer<CChar>?,
    peerPort: Int32,
    ownPort: Int32
) -> Int32 {
    guard let transfer = unsafe transfer(context), let peer = unsafe peer else { return CURL_PREREQFUNC_ABORT }
    let address = unsafe IPAddress(String(cString: peer))
    return transfer.maySend(to: address) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
}

/// The return value of a callback that ends a transfer: any number other than the number of bytes received.
private let cutOff = -1
private let noSocket: curl_socket_t = -1

func transfer(_ context: UnsafeMutableRawPointer?) -> Transfer? {
    guard let context = unsafe context else { return nil }
    return unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
}
