import BuoyTextScreen
import CBuoyNcurses
import Glibc

extension Terminal {
    /// Prints lines on the shell's screen, so that they can be selected with the mouse and stay in
    /// the terminal's history. The next key returns to the screen and has no other effect, except
    /// that `Q` is reported too.
    ///
    /// The terminal wraps long lines, so that it knows that they are single lines. Returns when
    /// everything is printed, or when a key is pressed before; frames wait in the meantime.
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

    private static let linesAtOnce = 100

    /// Keys are read one by one without echo; Ctrl-C and Ctrl-Z work as in a shell.
    func enterPlain() {
        var settings = self.settings
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
        settings.c_iflag &= ~tcflag_t(ICRNL)
        TerminalRestore.setDuty(.settings)
        self.use(settings)
    }

    func leavePlain() {
        self.leaveCount += 1
        self.writeLast(Array("\r\n".utf8))
        self.use(self.settings)
        TerminalRestore.setDuty(.nothing)
    }

    func plainInputArrived() {
        var keys: [KeyPress] = []
        repeat {
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = read(STDIN_FILENO, &bytes, bytes.count)
            for byte in bytes.prefix(max(count, 0)) {
                // Mouse actions from before reports were switched off are not keys.
                keys += self.decoder.received(byte: byte)
            }
            guard count > 0 else { break }
            // The characters of one key must not be split into a key and text.
        } while Self.hasInput(within: self.decoder.isWaiting ? 25 : 0)
        keys += self.decoder.inputEnded()
        guard let first = keys.first else { return }
        self.leavePlain()
        self.presence = .screen
        self.enter()
        self.redraw()
        // It quits wherever it is pressed.
        if first == .character("Q") { self.continuation.yield(.keys([first])) }
    }
}
