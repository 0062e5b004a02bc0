import Synchronization
package import Vocabulary

/// A refusal as the console shows it: the place of the record, and nothing that the record brought.
package struct ShownRefusal: Sendable, Equatable {
    /// The time of the commit in Unix milliseconds.
    package let timeMilliseconds: Int64
    package let place: DeadLetter.Place
    package let code: String
    /// The JSON pointer to the refused element, without names that the record brought; nil for a whole record.
    package let path: String?
    /// The sentence of the dead letter, with `…` for what it quotes.
    package let message: String
}

/// The last refusals of this process.
package final class RefusalRing: Sendable {
    package static let capacity = 200

    private let refusals = Mutex<[ShownRefusal]>([])

    init() {}

    func add(_ letters: [DeadLetter], atMilliseconds time: Int64) {
        let new = letters.suffix(Self.capacity).map { letter in
            ShownRefusal(
                timeMilliseconds: time,
                place: letter.place,
                code: letter.code,
                path: letter.shownPath,
                message: letter.shownMessage
            )
        }
        refusals.withLock { refusals in
            refusals.removeFirst(max(0, refusals.count + new.count - Self.capacity))
            refusals += new
        }
    }

    /// Returns the refusals with this code, or all, newest first.
    package func newest(_ code: String? = nil) -> [ShownRefusal] {
        refusals.withLock { $0 }.reversed().filter { code == nil || $0.code == code }
    }
}
