extension Terminal {
    /// Writes directly, after the output of ncurses.
    func writeRaw(_ text: String) {
        self.writeRaw(Array(text.utf8))
    }

    /// The same for bytes.
    func writeRaw(_ bytes: [UInt8]) {
        self.output.send(self.takeCaptured() + bytes)
    }

    /// Returns the output of ncurses since the last call, with the intended colours.
    func takeCaptured() -> [UInt8] {
        self.colors.written(self.capture.take())
    }

    /// Sends the output of ncurses to the terminal.
    func writeCaptured() {
        let bytes = self.takeCaptured()
        if !bytes.isEmpty { self.output.send(bytes) }
    }

    /// Writes a large text as fast as the terminal accepts it, while the program continues. Returns
    /// `false` if it was stopped because it is no longer wanted.
    func writeSlowly(_ bytes: [UInt8], while isWanted: @MainActor () -> Bool) async -> Bool {
        guard isWanted() else { return false }
        self.writeRaw(bytes)
        return await self.output.drain(while: isWanted)
    }

    /// Restores the terminal with some last bytes. If the terminal accepts no output, what it has
    /// not shown is discarded, to make room for them.
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

    /// How long the terminal may take for its last bytes, in milliseconds.
    private static let patience = 100
}
