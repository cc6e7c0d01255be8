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
        var problem: TmuxBuffer.Problem?
        if self.clipboard.route == .tmux {
            problem = await TmuxBuffer.load(text)
            guard self.canSendString else {
                return problem == nil ? .sentThroughTmux(bytes: text.count) : .interrupted
            }
        }
        // Inside of tmux too: with set-clipboard on, this is what reaches the terminal of a client
        // that is attached later.
        guard await self.sendString(self.clipboard.sequence(for: text)) else {
            return .interrupted
        }
        if let problem { return .sentPastTmux(bytes: text.count, problem: problem.text) }
        return self.clipboard.route == .tmux
            ? .sentThroughTmux(bytes: text.count) : .sent(bytes: text.count)
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
        if let waiting { self.show(waiting) }
        return isComplete
    }
}
