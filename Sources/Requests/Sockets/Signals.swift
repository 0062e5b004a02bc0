import Glibc

/// Keeps all signals away from the calling thread.
///
/// A connection that the other side has closed would otherwise end the process, by SIGPIPE.
func blockSignals() {
    var all = sigset_t()
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_BLOCK, &all, nil)
}
