/// A deliberate fault of an authorization endpoint, to test how a client reacts.
package struct AuthorizationFault: Hashable, Sendable {
    /// What it answers.
    var answer = Answer.signed
    /// The delay before the answer.
    var delay = Duration.zero

    /// A fault; by default none.
    package init(_ answer: Answer = .signed, delay: Duration = .zero) {
        self.answer = answer
        self.delay = delay
    }

    /// What an endpoint answers.
    package enum Answer: Hashable, Sendable {
        /// A correct answer.
        case signed
        /// This HTTP status, with one line of text.
        case status(Int)
        /// 200 with a JSON object in which `auth` is missing.
        case withoutAuth
        /// 200 with an invalid signature.
        case wrongSignature
        /// 200 with an HTML page.
        case html

        /// The names of the answers without a value.
        package static let names: [(name: String, answer: Self)] = [
            ("signed", .signed), ("without-auth", .withoutAuth),
            ("wrong-signature", .wrongSignature), ("html", .html),
        ]
    }
}

/// The faults of an endpoint over time: none, one in every answer, or one in every n-th.
package struct AuthorizationFaultPlan: Hashable, Sendable {
    private let fault: AuthorizationFault
    private let interval: Int
    private var count = 0

    /// - Parameters:
    ///   - fault: the fault; its delay applies to every answer.
    ///   - interval: 1 for every answer, 3 for every third; at least 1.
    package init(_ fault: AuthorizationFault = AuthorizationFault(), every interval: Int = 1) {
        self.fault = fault
        self.interval = max(1, interval)
    }

    /// The fault of the next answer.
    mutating func next() -> AuthorizationFault {
        self.count = (self.count + 1) % self.interval
        return self.count == 0 ? self.fault : AuthorizationFault(delay: self.fault.delay)
    }
}
