extension DeadLettersOptions {
    mutating func finish(_ values: Values) throws(Fault) {
        let word = values.operands[0]
        let places = values.operands.dropFirst().compactMap { Place($0) }
        try Self.check(word, values)
        switch (word, places.first) {
        case ("show", let place?):
            if places.count > 1 { throw Fault(.operand("PLACE"), "show takes one") }
            action = .show(place)
        case ("show", nil): throw Fault(.operand("PLACE"), "is missing: name one dead letter, such as 0:15")
        case ("redrive", _): action = .redrive(places)
        case ("park", _): action = .park(places)
        case (_, nil): action = .list
        case (_, .some): throw Fault(.operand("PLACE"), "list takes none; did you mean show?")
        }
        if let since, let until, since.isLater(than: until) {
            throw Fault(.argument("--since"), "must not be later than --until")
        }
    }

    static let filters = ["code", "connection", "since", "until", "upload"]
    private static func check(_ action: String, _ values: Values) throws(Fault) {
        try values.check(action)
        if values.isGiven("by"), !values.isGiven("summary") {
            throw Fault(.argument("--by"), "is for --summary only")
        }
        guard action == "redrive" || action == "park" else { return }
        let placeCount = values.operands.count - 1
        let filter = filters.first(where: values.isGiven)
        if placeCount == 0, filter == nil {
            let all = alternatives(filters.map { "--\($0)" })
            throw Fault(
                .operand("PLACE"),
                "is missing: name dead letters by partition:offset, or select them with \(all)"
            )
        }
        if placeCount > 0, let filter {
            throw Fault(.argument("--\(filter)"), "cannot be combined with PLACE")
        }
        if values.isGiven("value"), placeCount != 1 {
            throw Fault(.argument("--value"), "is the value of one dead letter: give one PLACE")
        }
    }
}
