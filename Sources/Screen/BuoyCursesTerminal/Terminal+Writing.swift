extension Terminal {
    /// After the output of ncurses.
    func writeRaw(_ text: String) {
        self.writeRaw(Array(text.utf8))
    }

    func writeRaw(_ bytes: [UInt8]) {
        self.output.send(self.takeCaptured() + bytes)
    }

    func takeCaptured() -> [UInt8] {
        self.colors.written(self.capture.take())
    }

    func writeCaptured() {
        let bytes = self.takeCaptured()
        if !bytes.isEmpty { self.output.send(bytes) }
    }

    /// Returns `false` if it was stopped because it is no longer wanted.
    func writeSlowly(_ bytes: [UInt8], while isWanted: @MainActor () -> Bool) async -> Bool {
        guard isWanted() else { return false }
        self.writeRaw(bytes)
        return await self.output.drain(while: isWanted)
    }

    /// If the terminal accepts no output, what it has not shown is discarded, to make room.
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

    private static let patience = 100
}
