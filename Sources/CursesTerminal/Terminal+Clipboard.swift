import Glibc

extension Terminal {
    /// Sends a text to the clipboard of the terminal, wherever that is.
    ///
    /// It goes out between two frames, in pieces when the terminal is slow, and frames wait for it.
    /// No terminal answers, so the report says what was sent and not what was taken.
    package func copy(_ text: [UInt8]) async -> ClipboardReport {
        guard !text.isEmpty else { return .empty }
        guard text.count <= Clipboard.largestText else { return .tooLarge(bytes: text.count) }
        guard self.clipboard.route != .none else { return .noClipboard(type: self.typeName) }
        guard self.canSendString else { return .busy }
        let report = await self.report(of: text)
        guard self.canSendString else { return report.isWithTmux ? report : .interrupted }
        // Inside of tmux too: with set-clipboard on it passes this on to all of its terminals.
        let isSent = await self.sendString(self.clipboard.sequence(for: text))
        return isSent || report.isWithTmux ? report : .interrupted
    }

    /// Gives the text to tmux if that is between, and answers what can be said once the rest is
    /// written.
    private func report(of text: [UInt8]) async -> ClipboardReport {
        guard self.clipboard.route == .tmux else { return .sent(bytes: text.count) }
        guard let problem = await TmuxProgram.load(text) else {
            return .sentThroughTmux(bytes: text.count)
        }
        if case .refused = problem, await TmuxProgram.load(text, passesOn: false) == nil {
            return .sentToTmuxAlone(bytes: text.count)
        }
        return .sentPastTmux(bytes: text.count, problem: "\(problem)")
    }

    private var canSendString: Bool {
        guard case .screen = self.presence else { return false }
        return !self.isSendingString
    }

    private func sendString(_ bytes: [UInt8]) async -> Bool {
        self.isSendingString = true
        let leaveCount = self.leaveCount
        let before = (mouse: self.usesMouse, title: self.title)
        let isComplete = await self.writeSlowly(bytes) { self.leaveCount == leaveCount }
        // Leaving has ended the string.
        guard self.leaveCount == leaveCount else { return false }
        self.isSendingString = false
        if !isComplete { self.writeRaw(TerminalModes.endString) }
        // What was to be changed meanwhile has waited.
        if self.usesMouse != before.mouse { self.writeRaw(TerminalModes.mouse(self.usesMouse)) }
        if self.title != before.title { self.writeRaw(TerminalModes.title(self.title)) }
        self.showWaiting()
        return isComplete
    }
}
