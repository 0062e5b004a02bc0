import Glibc

/// The signals that stop the process gracefully.
struct StopSignals {
    private let set: sigset_t

    /// Blocks the signals in this thread and in threads that it starts, so that `wait` receives them.
    ///
    /// This also works in process 1 of a container, where the kernel drops signals that are neither blocked nor
    /// handled. SIGUSR1, SIGUSR2 and SIGPIPE are ignored; a write to a closed pipe reports the error itself.
    init() {
        for number in [SIGUSR1, SIGUSR2, SIGPIPE] { signal(number, SIG_IGN) }
        var set = sigset_t()
        unsafe sigemptyset(&set)
        unsafe sigaddset(&set, SIGTERM)
        unsafe sigaddset(&set, SIGINT)
        // `nohup` makes the process ignore SIGHUP; if SIGHUP were blocked here, `wait` would still receive it.
        if !Self.isIgnored(SIGHUP) { unsafe sigaddset(&set, SIGHUP) }
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
        self.set = set
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard unsafe sigaction(number, nil, &action) == 0, let handler = unsafe action.__sigaction_handler.sa_handler
        else { return false }
        return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// Returns the name of a signal that arrives within this time; nil if none does.
    func wait(milliseconds: Int64) -> String? {
        var set = set
        var time = timespec(tv_sec: Int(milliseconds / 1_000), tv_nsec: Int(milliseconds % 1_000) * 1_000_000)
        switch unsafe sigtimedwait(&set, nil, &time) {
        case SIGTERM: return "SIGTERM"
        case SIGINT: return "SIGINT"
        case SIGHUP: return "SIGHUP"
        default: return nil
        }
    }
}
