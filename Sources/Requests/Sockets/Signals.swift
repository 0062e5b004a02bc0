import Glibc

/// Blocks all signals in the calling thread.
///
/// Otherwise, a write to a connection that the other side has closed would end the process by SIGPIPE.
func blockSignals() {
    var all = sigset_t()
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_BLOCK, &all, nil)
}
