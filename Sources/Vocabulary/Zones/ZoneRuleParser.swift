extension ZoneRule {
    /// Parses a rule such as `EET-2EEST,M3.5.0/3,M10.5.0/4` or `<-03>3`; nil if the footer is empty.
    init?(footer: [UInt8]) throws(ZoneError) {
        if footer.isEmpty { return nil }
        var parser = ZoneRuleParser(footer)
        self = try parser.parse()
    }
}

/// A parser of the rule at the end of a zone file.
private struct ZoneRuleParser {
    private let text: [UInt8]
    private var position = 0

    init(_ text: [UInt8]) {
        self.text = text
    }

    mutating func parse() throws(ZoneError) -> ZoneRule {
        guard text.count <= 200 else { throw wrong }
        try skipName()
        // POSIX counts hours west of Greenwich as positive.
        let standardOffset = try -offset()
        guard position < text.count else { return ZoneRule(standardOffset: Int32(standardOffset)) }
        try skipName()
        let savingOffset = try peek == UInt8(ascii: ",") ? standardOffset + 3600 : -offset()
        guard abs(savingOffset) < ZoneFile.greatestOffset else { throw wrong }
        let start = try change()
        let end = try change()
        guard position == text.count else { throw wrong }
        let saving = ZoneRule.Saving(offset: Int32(savingOffset), start: start, end: end)
        return ZoneRule(standardOffset: Int32(standardOffset), saving: saving)
    }

    /// Skips an abbreviation: at least three letters, or any text between `<` and `>`.
    private mutating func skipName() throws(ZoneError) {
        if skip("<") {
            while peek != nil, peek != UInt8(ascii: ">") { position += 1 }
            guard skip(">") else { throw wrong }
            return
        }
        let start = position
        while let byte = peek, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte & 0xdf) { position += 1 }
        guard position - start >= 3 else { throw wrong }
    }

    /// Parses a signed offset of at most 24 hours, in seconds.
    private mutating func offset() throws(ZoneError) -> Int64 {
        let offset = try time()
        guard abs(offset) < 25 * 3600 else { throw wrong }
        return offset
    }

    /// Parses `[+-]hh[:mm[:ss]]` of at most 167 hours, in seconds.
    private mutating func time() throws(ZoneError) -> Int64 {
        let isNegative = skip("-")
        if !isNegative { _ = skip("+") }
        var time = Int64(try number(0...167)) * 3600
        if skip(":") {
            time += Int64(try number(0...59)) * 60
            if skip(":") { time += Int64(try number(0...59)) }
        }
        return isNegative ? -time : time
    }

    private mutating func change() throws(ZoneError) -> ZoneRule.Change {
        guard skip(",") else { throw wrong }
        let date: ZoneRule.Change.Date
        if skip("M") {
            let month = try number(1...12)
            guard skip(".") else { throw wrong }
            let week = try number(1...5)
            guard skip(".") else { throw wrong }
            date = .weekday(month: month, week: week, weekday: try number(0...6))
        } else if skip("J") {
            date = .dayWithoutLeapDays(try number(1...365))
        } else {
            date = .day(try number(0...365))
        }
        return ZoneRule.Change(date: date, time: skip("/") ? try time() : 2 * 3600)
    }

    private mutating func number(_ range: ClosedRange<Int>) throws(ZoneError) -> Int {
        var number = 0
        let start = position
        while let digit = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) {
            number = number * 10 + Int(digit - UInt8(ascii: "0"))
            position += 1
            guard number <= range.upperBound else { throw wrong }
        }
        guard position > start, range.contains(number) else { throw wrong }
        return number
    }

    private var peek: UInt8? { position < text.count ? text[position] : nil }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard peek == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private var wrong: ZoneError {
        let rule = String(decoding: text.prefix(60), as: UTF8.self)
        return ZoneError(message: "its rule \"\(rule)\" is wrong at byte \(position).")
    }
}
