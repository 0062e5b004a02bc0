import Glibc

/// The signals that ask for an end in order.
struct StopSignals {
    private let set: sigset_t

    /// Takes them out of the hands of all threads, this one and those it will start.
    init() {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        unsafe sigaddset(&set, SIGTERM)
        unsafe sigaddset(&set, SIGINT)
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
        self.set = set
    }

    /// The name of the signal that came within the time, nil when none did.
    func wait(milliseconds: Int64) -> String? {
        var set = set
        var time = timespec(tv_sec: Int(milliseconds / 1_000), tv_nsec: Int(milliseconds % 1_000) * 1_000_000)
        switch unsafe sigtimedwait(&set, nil, &time) {
        case SIGTERM: return "SIGTERM"
        case SIGINT: return "SIGINT"
        default: return nil
        }
    }
}
