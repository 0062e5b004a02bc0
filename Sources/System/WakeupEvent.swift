import Glibc

/// Wakes a waiting thread, or lets its next wait return at once.
///
/// A ring is never lost. Several rings before one wait count as one. `ring` does not block.
@safe package final class WakeupEvent: Sendable {
    @unsafe private struct Parts {
        var mutex = unsafe pthread_mutex_t()
        var condition = pthread_cond_t()
        var hasRung = false
    }

    /// Allocated once, because the system requires a stable address.
    nonisolated(unsafe) private let parts: UnsafeMutablePointer<Parts>

    package init() {
        unsafe parts = .allocate(capacity: 1)
        unsafe parts.initialize(to: unsafe Parts())
        unsafe pthread_mutex_init(&parts.pointee.mutex, nil)
        var attributes = pthread_condattr_t()
        unsafe pthread_condattr_init(&attributes)
        // A monotonic clock, so that changes of the time of day do not affect waits.
        unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        unsafe pthread_cond_init(&parts.pointee.condition, &attributes)
        unsafe pthread_condattr_destroy(&attributes)
    }

    deinit {
        unsafe pthread_cond_destroy(&parts.pointee.condition)
        unsafe pthread_mutex_destroy(&parts.pointee.mutex)
        unsafe parts.deallocate()
    }

    package func ring() {
        unsafe pthread_mutex_lock(&parts.pointee.mutex)
        unsafe parts.pointee.hasRung = true
        unsafe pthread_cond_signal(&parts.pointee.condition)
        unsafe pthread_mutex_unlock(&parts.pointee.mutex)
    }

    /// Waits for a ring, at most for the given time; nil waits forever.
    package func wait(milliseconds: Int64? = nil) {
        let deadline = milliseconds.map { timespec(milliseconds: Clocks().steadyMilliseconds() + $0) }
        unsafe pthread_mutex_lock(&parts.pointee.mutex)
        defer { unsafe pthread_mutex_unlock(&parts.pointee.mutex) }
        var code: Int32 = 0
        while unsafe !parts.pointee.hasRung, code == 0 {
            if var deadline {
                code = unsafe pthread_cond_timedwait(&parts.pointee.condition, &parts.pointee.mutex, &deadline)
            } else {
                code = unsafe pthread_cond_wait(&parts.pointee.condition, &parts.pointee.mutex)
            }
        }
        unsafe parts.pointee.hasRung = false
    }
}
