/// A request of the console's API that passed all checks of host, origin, token and health data.
package struct ConsoleRequest: Sendable, Equatable {
    package typealias Parameter = RequestTarget.Parameter

    /// The decoded components of the path below `/api/v1/`, such as `["connections", "conn-7", "days"]`.
    ///
    /// A component may hold any text, such as `/`, NUL or nothing.
    package let path: [String]
    /// The parameters in the order of the query.
    package let query: [Parameter]

    package init(path: [String], query: [Parameter] = []) {
        self.path = path
        self.query = query
    }

    /// Returns the value of each of these parameters by name, without those that the query lacks.
    ///
    /// - Throws: `badRequest` for another parameter, and for one that is given twice.
    package func parameters(_ names: String...) throws(ConsoleError) -> [String: String] {
        var values: [String: String] = [:]
        for parameter in query {
            guard names.contains(parameter.name) else {
                let known = names.isEmpty ? "none" : names.joined(separator: ", ")
                throw ConsoleError(.badRequest, "a parameter is unknown here: the known ones are \(known)")
            }
            guard values.updateValue(parameter.value, forKey: parameter.name) == nil else {
                throw ConsoleError(.badRequest, "\(parameter.name) is given more than once")
            }
        }
        return values
    }
}
