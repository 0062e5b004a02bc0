import Glibc

/// A thread of the simulation: one of the system's, which is parked unless the world has given it the word.
package final class SimulatedThread {
    package let process: SimulatedProcess?
    let name: String
    /// When it goes on, if nothing happens before.
    var wakeAt: Int64 = 0
    var waitsForNews = false
    var hasEnded = false
    private let word: UnsafeMutablePointer<sem_t>

    init(of process: SimulatedProcess?, named name: String) {
        self.process = process
        self.name = process.map { "\($0.name) \(name)" } ?? name
        word = .allocate(capacity: 1)
        sem_init(word, 0, 0)
    }

    deinit {
        sem_destroy(word)
        word.deallocate()
    }

    /// When it can go on.
    var readyAt: Int64 {
        guard let process else { return wakeAt }
        return process.isDead ? .max : max(wakeAt, process.standsStillUntil)
    }

    /// Makes the thread, which runs its body when it first gets the word.
    func begin(_ body: @escaping () -> Void) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setstacksize(&attributes, 4 << 20)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        defer { pthread_attr_destroy(&attributes) }
        var made = pthread_t()
        let work = Unmanaged.passRetained(Work(self, body))
        let code = pthread_create(&made, &attributes, Self.runWork, work.toOpaque())
        precondition(code == 0, "the system cannot create more threads")
    }

    private final class Work {
        let thread: SimulatedThread
        let body: () -> Void

        init(_ thread: SimulatedThread, _ body: @escaping () -> Void) {
            self.thread = thread
            self.body = body
        }
    }

    private static let runWork: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
        guard let context else { return nil }
        let work = Unmanaged<Work>.fromOpaque(context).takeRetainedValue()
        work.thread.park()
        work.body()
        return nil
    }

    /// Gives it the word.
    func resume() { sem_post(word) }

    /// Waits for the word.
    func park() { while sem_wait(word) != 0 {} }
}
