import Foundation

/// How long a test waits for what must come.
///
/// Only a test that fails takes so long. A machine that builds meanwhile needs less.
let patience: Duration = .seconds(300)

/// Whether it comes to be so while a test is patient.
func eventually(within time: Duration = patience, _ isSo: () throws -> Bool) rethrows -> Bool {
    let deadline = ContinuousClock.now + time
    while try !isSo() {
        guard ContinuousClock.now < deadline else { return false }
        usleep(20_000)
    }
    return true
}
