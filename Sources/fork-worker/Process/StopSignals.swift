import Glibc

/// The signals that ask for an end in order.
struct StopSignals {
    private let set: sigset_t

    /// Blocks them in this thread and in those that it starts, so that one that comes waits for `wait`, also in process 1
    /// of a container, where the kernel drops a signal that is neither blocked nor handled.
    ///
    /// Signals that ask for nothing here are ignored, and so is the end of a pipe's reader: the write says it.
    init() {
        for number in [SIGUSR1, SIGUSR2, SIGPIPE] { signal(number, SIG_IGN) }
        var set = sigset_t()
        unsafe sigemptyset(&set)
        unsafe sigaddset(&set, SIGTERM)
        unsafe sigaddset(&set, SIGINT)
        // `nohup` has it ignored, and a blocked signal would come through all the same.
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

    /// The name of the signal that came within the time, nil when none did.
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
