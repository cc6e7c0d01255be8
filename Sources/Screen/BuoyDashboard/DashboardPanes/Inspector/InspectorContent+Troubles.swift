import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol

extension InspectorContent {
    mutating func addFailure(_ failure: SubscriptionFailure, of channel: ChannelName) {
        let state = failure.phase == .notRequested ? "lost" : "\(failure.phase.name) refused"
        self.add("state", SafeText(ours: state))
        if let status = failure.status { self.add("status", "\(status)") }
        if let code = failure.code { self.add("code", "\(code)") }
        if failure.attempts > 1 { self.add("requests", "\(failure.attempts)") }
        if failure.comparison != nil {
            self.addSentence("\(failure.conclusion).", .eventError)
            if let advice = failure.advice { self.addSentence(advice) }
        } else {
            self.addSentence(failure.reason)
        }
        if let comparison = failure.comparison, comparison.firstDifference != nil {
            self.addHeading("First difference between the signed strings:")
            for line in SignatureLines(comparison).lines { self.addLine(line) }
            self.addText(comparison.expected, "The server expected this string:")
            self.addText(comparison.signedHere, "This client signed this string:")
        } else if let text = failure.stringToSign {
            self.addText(text, "The signed string:")
        }
        if let body = failure.body { self.addText(body, "The endpoint's response:") }
    }

    mutating func addProblem(_ problem: ReportedProblem) {
        if case .serverError(let code?) = problem.kind { self.add("code", "\(code)") }
        if problem.count > 1 { self.add("times", SafeText(ours: Figures.grouped(problem.count))) }
        self.addSentence(problem.text)
        if let frame = problem.frame { self.addText(frame, "The frame, as received:") }
    }

    mutating func addRejection(_ rejection: ClientEventRejection) {
        if let code = rejection.code { self.add("code", "\(code)") }
        self.add("sent", "\(rejection.sentInLastSecond) in the preceding second")
        self.addSentence(rejection.text)
        for candidate in rejection.candidates {
            let name = SafeText(sanitizing: candidate.name.text, limit: 400)
            let heading: SafeText =
                rejection.candidates.count == 1
                ? "It was \(name), with this data:" : "It may have been \(name), with this data:"
            let data = candidate.data.textPrefix(DataSection.byteLimit)
            self.addSection(DataSection(text: data, heading: heading, isAside: true))
        }
        if let frame = rejection.frame { self.addText(frame, "The refusal:") }
    }

    mutating func addServer(_ profile: ServerProfile) {
        self.add("server", SafeText(ours: profile.words))
        for sentence in profile.evidence { self.addSentence(sentence) }
        guard profile.kind != .unknown else { return }
        self.addSentence("buoy conform server tests which rules of the protocol it follows.")
    }

    private mutating func addText(_ text: String, _ heading: SafeText) {
        self.addSection(DataSection(text: text.utf8, heading: heading))
    }
}
