import JSON
import Testing
import Vocabulary

/// What the console may show of a refusal: nothing that the record brought.
struct ShownRefusalTests {
    private static let place = DeadLetter.Place(topic: "fork.uploads", partition: 0, offset: 0)

    @Test(arguments: [
        (Refusal(.noData, "The record has no value."), "The record has no value."),
        (.missing("unit"), "The field `unit` is missing."),
        (.about(.invalidIdentifier, "The type% is unknown.", "SECRET"), "The type … is unknown."),
        (.about(.invalidIdentifier, "The type% is unknown.", nil), "The type is unknown."),
        (.quoting(.invalidValue, "% in `formats` is no form.", "SECRET"), "… in `formats` is no form."),
        (.quoting(.invalidValue, "The unit SECRET is none.", shown: "The unit … is none."), "The unit … is none."),
        (
            .dates(.tooLate, "It starts at %, before %.", [735_000_000, 736_000_000], true),
            "It starts at …, before …. Numbers are seconds since 2001-01-01T00:00:00Z."
        ),
    ])
    func `a sentence has an ellipsis for each quoted text and date`(refusal: Refusal, shown: String) {
        let letter = DeadLetter(refusal, of: Self.place, worker: "w")
        #expect(letter.shownMessage == shown)
        #expect(letter.message == refusal.message)
    }

    @Test(arguments: [
        (JSONPointer.root.member("samples").element(3), "/samples/3"),
        (JSONPointer.root.member("data").member("SECRET").element(12), "/data/…/12"),
        (JSONPointer.root.member("payloads").element(0).member("SECRET"), "/payloads/0/…"),
    ])
    func `a path has an ellipsis for each name that the record made up`(pointer: JSONPointer, shown: String) {
        var refusal = Refusal(.noData, "x")
        refusal.subject = .element(pointer)
        #expect(DeadLetter(refusal, of: Self.place, worker: "w").shownPath == shown)
    }
}
