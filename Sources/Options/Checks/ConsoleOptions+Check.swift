extension ConsoleOptions {
    /// Checks that each option has the option that it needs.
    func check(address: HTTPAddress?) throws(Fault) {
        func need(_ isGiven: Bool, _ name: String, _ other: String, _ isOther: Bool) throws(Fault) {
            if isGiven, !isOther { throw Fault(.argument("--\(name)"), "needs --\(other)") }
        }
        try need(isOn, "console", "http-address", address != nil)
        try need(tokenFile != nil, "console-token-file", "console", isOn)
        try need(showsHealthData, "console-health-data", "console", isOn)
        try need(showsHealthData, "console-health-data", "console-token-file", tokenFile != nil)
        try need(!hosts.isEmpty, "console-host", "console", isOn)
    }
}
