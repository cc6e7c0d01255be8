/// A deliberate fault of an authorization endpoint, to test how a client reacts.
package struct AuthorizationFault: Hashable, Sendable {
    package var answer = Answer.signed
    package var delay = Duration.zero

    package init(_ answer: Answer = .signed, delay: Duration = .zero) {
        self.answer = answer
        self.delay = delay
    }

    package enum Answer: Hashable, Sendable {
        case signed
        case status(Int)
        /// 200 with a JSON object in which `auth` is missing.
        case withoutAuth
        case wrongSignature
        case html

        package static let names: [(name: String, answer: Self)] = [
            ("signed", .signed), ("without-auth", .withoutAuth),
            ("wrong-signature", .wrongSignature), ("html", .html),
        ]
    }
}

/// The faults of an endpoint over time: none, one in every response, or one in every n-th.
package struct AuthorizationFaultPlan: Hashable, Sendable {
    private let fault: AuthorizationFault
    private let interval: Int
    private var count = 0

    /// - Parameter interval: 1 for every response, 3 for every third. The delay applies to all.
    package init(_ fault: AuthorizationFault = AuthorizationFault(), every interval: Int = 1) {
        self.fault = fault
        self.interval = max(1, interval)
    }

    mutating func next() -> AuthorizationFault {
        self.count = (self.count + 1) % self.interval
        return self.count == 0 ? self.fault : AuthorizationFault(delay: self.fault.delay)
    }
}
