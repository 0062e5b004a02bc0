import CCurl
import Glibc

/// A file descriptor that wakes a thread: it is readable after `ring` until `silence` is called.
struct Bell: ~Copyable, Sendable {
    let descriptor: Int32

    /// Creates a bell; nil if the process has too many descriptors.
    init?() {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard descriptor >= 0 else { return nil }
    }

    func ring() { _ = eventfd_write(descriptor, 1) }

    func silence() {
        var rings: eventfd_t = 0
        unsafe eventfd_read(descriptor, &rings)
    }

    deinit { close(descriptor) }
}
