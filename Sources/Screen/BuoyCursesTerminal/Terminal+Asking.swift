import BuoyTextScreen
import CBuoyNcurses
import Glibc

extension Terminal {
    /// The number of colours in use, and the reason.
    package var colorFinding: ColorFinding { self.colorEvidence.finding(self.requestedColors) }

    /// Asks for the background colour, unless nothing would answer. `TerminalEvent.background`
    /// follows if the terminal answers in time.
    func askBackground() {
        guard TerminalType.readsStrings(self.typeName), !self.colorEvidence.isInScreen else {
            return
        }
        self.ask(.background)
    }

    /// Asks for the kitty keyboard protocol, unless nothing would answer.
    func askAboutKeyboard() {
        guard TerminalType.readsStrings(self.typeName), !self.colorEvidence.isInScreen else {
            return
        }
        self.ask(.keyboard)
    }

    /// Asks whether there are more colours than terminfo knows, once, if the theme has such
    /// colours. Nothing waits for the answer: the screen is redrawn when it arrives.
    func askAboutColors() {
        guard self.theme.hasDirectColors, !self.hasAskedAboutColors else { return }
        switch self.colorEvidence.source(self.requestedColors) {
        case .terminal:
            self.hasAskedAboutColors = true
            self.ask(.directColor)
        case .tmux:
            self.hasAskedAboutColors = true
            Task { [weak self] in
                let pane = CursesStart.variable("TMUX_PANE")
                let answer = await TmuxProgram.hasDirectColor(pane: pane)
                self?.learnt(answer.map { .init(source: .tmux, hasDirectColor: $0) })
            }
        case nil:
            break
        }
    }

    /// Reports why requested true colour is not used or makes no difference.
    func explainRefusal() {
        if let refusal = self.colorEvidence.refusal(self.requestedColors) {
            self.continuation.yield(.remark(refusal))
        } else if self.requestedColors == .direct, !self.theme.hasDirectColors {
            self.continuation.yield(
                .remark(
                    "true colour makes no difference: the theme \(self.theme.name) uses "
                        + "none"))
        }
    }

    /// Handles the answers that the decoder found in the input.
    func take(_ answers: [TerminalAnswer]) {
        for answer in answers where self.questions.isWanted(answer) {
            switch answer {
            case .background(let color):
                self.continuation.yield(.background(isLight: color.isLight))
            case .directColor(let isThere):
                self.learnt(.init(source: .terminal, hasDirectColor: isThere))
            case .keyboard: self.distinguishKeys()
            case .attributes: break
            }
        }
        self.decoder.expectsAnswers = self.questions.areOpen
    }

    /// Reads pending answers before another program gets the terminal: the shell would take them
    /// for keys.
    func readLastAnswers() {
        guard self.questions.areOpen else { return }
        var turns = Self.lastTurns
        while turns > 0, self.questions.areOpen {
            turns -= 1
            guard Self.hasInput(within: Self.lastTurn) else { continue }
            var bytes = [UInt8](repeating: 0, count: 1024)
            let count = read(STDIN_FILENO, &bytes, bytes.count)
            guard count > 0 else { break }
            for byte in bytes.prefix(count) { _ = self.decoder.received(byte: byte) }
            for answer in self.decoder.takeAnswers() { _ = self.questions.isWanted(answer) }
        }
        self.questions.giveUp()
        self.decoder.expectsAnswers = false
        _ = self.decoder.inputEnded()
    }

    private func ask(_ question: OpenQuestions.Question) {
        guard case .screen = self.presence, !self.isSendingString else { return }
        self.decoder.expectsAnswers = true
        self.writeRaw(self.questions.ask(question))
        let count = self.questions.count
        Task { [weak self] in
            try? await Task.sleep(for: Self.timeForAnswers)
            guard let self, self.questions.count == count else { return }
            self.questions.giveUp()
            self.decoder.expectsAnswers = false
            // A possible start of an answer was a key after all.
            guard case .screen = self.presence, !Self.hasInput() else { return }
            let keys = self.decoder.inputEnded()
            if !keys.isEmpty { self.continuation.yield(.keys(keys)) }
        }
    }

    /// The terminal can distinguish keys: it does from now on, and is reset however this ends.
    private func distinguishKeys() {
        self.distinguishesKeys = true
        self.resetString = Array(TerminalModes.stopDistinguishingKeys.utf8) + self.resetString
        TerminalRestore.setReset(self.resetString)
        guard case .screen = self.presence, !self.isSendingString else { return }
        self.writeRaw(TerminalModes.distinguishKeys)
    }

    private func learnt(_ answer: ColorEvidence.Answer?) {
        self.colorEvidence.answer = answer
        let depth = self.colorFinding.depth
        if depth != self.colors.depth {
            self.colors = TerminalColors(ability: self.colorEvidence.ability, depth: depth)
            self.themeChanged()
            self.redraw()
        }
        self.explainRefusal()
    }

    /// The time to wait for an answer. A later one is read, but has no effect.
    private static let timeForAnswers = Duration.seconds(1)

    /// The number of waits when the terminal is left, and the length of each in milliseconds.
    private static let lastTurns = 5
    private static let lastTurn: Int32 = 20
}
