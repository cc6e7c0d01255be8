import ChannelsProtocol
import TextScreen

/// What went wrong, with what is needed to find out why.
extension InspectorContent {
    /// Why a subscription failed.
    mutating func addFailure(_ failure: SubscriptionFailure, of channel: ChannelName) {
        let phase = failure.phase == .authorization ? "authorization" : "subscription"
        self.add("state", SafeText(ours: "\(phase) refused"))
        if let status = failure.status { self.add("status", "\(status)") }
        if let code = failure.code { self.add("code", "\(code)") }
        if failure.attempts > 1 { self.add("requests", "\(failure.attempts)") }
        self.addSentence(failure.reason(besides: channel))
        if let comparison = failure.comparison, comparison.firstDifference != nil {
            self.addHeading("Where the signed texts differ first:")
            for line in SignatureLines(comparison).lines { self.addLine(line) }
            self.addText(comparison.expected, "The text that the server expected:")
            self.addText(comparison.signedHere, "The text that was signed here:")
        } else if let text = failure.stringToSign {
            self.addText(text, "The text to sign:")
        }
        if let body = failure.body { self.addText(body, "The answer of the endpoint:") }
    }

    /// A problem, with the frame that it is about.
    mutating func addProblem(_ problem: Problem) {
        if case .serverError(let code?) = problem.kind { self.add("code", "\(code)") }
        if problem.count > 1 { self.add("times", SafeText(ours: Figures.grouped(problem.count))) }
        self.addSentence(problem.text)
        if let frame = problem.frame { self.addText(frame, "The frame, as it came:") }
    }

    /// Client events that the server refused, as far as they can be told.
    mutating func addRejection(_ rejection: ClientEventRejection) {
        if let code = rejection.code { self.add("code", "\(code)") }
        self.add("sent", "\(rejection.sentInLastSecond) in the second before")
        self.addSentence(rejection.text)
        for candidate in rejection.candidates {
            let name = SafeText(sanitizing: candidate.name.text, limit: 400)
            let heading: SafeText =
                rejection.candidates.count == 1
                ? "It was \(name), with this data:" : "It may have been \(name), with this data:"
            let data = candidate.data.textPrefix(InspectorSection.byteLimit)
            self.addSection(InspectorSection(text: data, heading: heading, isAside: true))
        }
        if let frame = rejection.frame { self.addText(frame, "The message that refused it:") }
    }

    /// A server, with what it was recognised by and what to know about it.
    mutating func addServer(_ profile: ServerProfile) {
        self.add("server", SafeText(ours: profile.kind.words))
        for sentence in profile.evidence { self.addSentence(sentence) }
        guard !profile.quirks.isEmpty else { return }
        self.addHeading("Good to know:")
        for sentence in profile.quirks { self.addSentence(sentence) }
    }

    /// A text as it is, laid out where it is JSON.
    private mutating func addText(_ text: String, _ heading: SafeText) {
        self.addSection(InspectorSection(text: text.utf8, heading: heading))
    }
}
