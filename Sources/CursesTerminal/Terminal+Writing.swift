extension Terminal {
    /// Writes around ncurses, behind what ncurses has written so far.
    func writeRaw(_ text: String) {
        self.writeRaw(Array(text.utf8))
    }

    /// The same for bytes.
    func writeRaw(_ bytes: [UInt8]) {
        self.output.send(self.takeCaptured() + bytes)
    }

    /// What ncurses has written since the last time, with the colours that were meant.
    func takeCaptured() -> [UInt8] {
        self.colors.written(self.capture.take())
    }

    /// Hands what ncurses has written to the terminal.
    func writeCaptured() {
        let bytes = self.takeCaptured()
        if !bytes.isEmpty { self.output.send(bytes) }
    }

    /// Writes much, as fast as the terminal takes it; the program goes on meanwhile. Answers false
    /// when it was stopped because it is not wanted any more.
    func writeSlowly(_ bytes: [UInt8], while isWanted: @MainActor () -> Bool) async -> Bool {
        guard isWanted() else { return false }
        self.writeRaw(bytes)
        return await self.output.drain(while: isWanted)
    }

    /// Gives the terminal back with some last bytes. One that takes nothing loses what it has not
    /// shown yet: that makes room for all that gives back a terminal of which nothing is known.
    func writeLast(_ bytes: [UInt8]) {
        let isCut = !self.output.isDrained
        self.output.discard()
        if !isCut {
            self.output.send(bytes)
            guard !self.output.finish(within: Self.patience) else { return }
        }
        self.output.discard()
        self.output.makeRoom()
        self.output.send(self.resetString + Array((self.titleRestoring).utf8))
        if !self.output.finish(within: Self.patience) { self.output.discard() }
    }

    /// Milliseconds that the terminal may take for its last bytes.
    private static let patience = 100
}
