import CMicrohttpd
import Glibc
import Synchronization

/// The pages that other threads have finished for suspended connections.
///
/// Its descriptor becomes readable when there is a page, so that the server's thread wakes up.
final class LatePages: Sendable {
    let descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    private let pages = Mutex<[(descriptor: Int32, page: Page)]>([])

    /// Adds the page for a connection, on any thread.
    func add(_ page: Page, on connection: Int32) {
        pages.withLock { $0.append((connection, page)) }
        eventfd_write(descriptor, 1)
    }

    /// Returns all pages since the last call.
    func take() -> [(descriptor: Int32, page: Page)] {
        var count: eventfd_t = 0
        unsafe eventfd_read(descriptor, &count)
        return pages.withLock { pages in
            defer { pages = [] }
            return pages
        }
    }

    deinit { close(descriptor) }
}
