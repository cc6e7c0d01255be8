import CNcurses
import Glibc
import TextScreen

extension Terminal {
    /// Leaves the screen and prints lines where the shell prints its own, so that the mouse marks
    /// them and nothing beside them, and they stay in the terminal's history. The next key brings
    /// the screen back, and has no other meaning; but `Q` is reported too.
    ///
    /// Long lines are wrapped by the terminal, which knows then that they are one. Returns when all
    /// is printed, or a key has been pressed before; frames that come meanwhile wait.
    package func showPlain(lines: [String], prompt: String = "Press any key to return") async {
        guard case .screen = self.presence else { return }
        self.leave()
        let alphabet = self.glyphs.alphabet
        let prompt = PlainOutput.line(prompt, alphabet: alphabet)
        self.presence = .plain(prompt: prompt)
        self.enterPlain()
        let leaveCount = self.leaveCount
        self.writeRaw("\r")
        for start in stride(from: 0, to: lines.count, by: Self.linesAtOnce) {
            let piece = lines[start..<min(start + Self.linesAtOnce, lines.count)]
                .map { PlainOutput.line($0, alphabet: alphabet) + "\r\n" }.joined()
            let isWritten = await self.writeSlowly(Array(piece.utf8)) {
                self.leaveCount == leaveCount
            }
            guard isWritten else { return }
        }
        _ = await self.writeSlowly(Array(prompt.utf8)) { self.leaveCount == leaveCount }
    }

    /// Lines that are made safe before the rest of the program gets its turn.
    private static let linesAtOnce = 100

    /// Keys come one by one and are not echoed; Ctrl-C and Ctrl-Z do what they do in a shell.
    func enterPlain() {
        var settings = self.settings
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
        settings.c_iflag &= ~tcflag_t(ICRNL)
        TerminalRestore.setDuty(.settings)
        self.use(settings)
    }

    /// Gives the terminal back as the shell had it.
    func leavePlain() {
        self.leaveCount += 1
        self.writeLast(Array("\r\n".utf8))
        self.use(self.settings)
        TerminalRestore.setDuty(.nothing)
    }

    /// Reads what was typed below the lines. The first key shows the screen again.
    func plainInputArrived() {
        var keys: [KeyPress] = []
        repeat {
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = read(STDIN_FILENO, &bytes, bytes.count)
            for byte in bytes.prefix(max(count, 0)) {
                // What the mouse did before it was switched off is no key.
                keys += self.decoder.received(byte: byte)
            }
            guard count > 0 else { break }
            // A key of several characters must not be one half a key and one half text.
        } while Self.hasInput(within: self.decoder.isWaiting ? 25 : 0)
        keys += self.decoder.inputEnded()
        guard let first = keys.first else { return }
        self.leavePlain()
        self.presence = .screen
        self.enter()
        self.redraw()
        // It ends the program wherever it is pressed.
        if first == .character("Q") { self.continuation.yield(.keys([first])) }
    }
}
