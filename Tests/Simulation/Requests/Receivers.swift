package import SimulatedSystem

/// The receivers of the history that is under way.
package enum Receivers {
    /// What a receiver does with a request.
    package struct Reply {
        /// How the request ends; nil if nothing is ever heard of it.
        package var ending: PostResult.Ending?
        package var afterMilliseconds: Int64

        package init(_ ending: PostResult.Ending?, afterMilliseconds: Int64) {
            self.ending = ending
            self.afterMilliseconds = afterMilliseconds
        }
    }

    /// Called when a request arrives.
    nonisolated(unsafe) package static var reply: (PostRequest, _ sender: SimulatedProcess) -> Reply = { _, _ in
        Reply(nil, afterMilliseconds: 0)
    }
}
