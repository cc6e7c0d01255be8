import BuoyDashboard
import BuoyProgramSupport
import ChannelsProtocol

struct EventExportRun {
    let events: EventSnapshot
    let path: String
    let overwrites: Bool

    private static let slice = 5000

    /// If the task is cancelled or the disk is full, no file remains.
    ///
    /// - Parameter report: called with the number of events written so far.
    @concurrent
    func run(
        report: @Sendable (Int) async -> Void
    ) async throws -> (path: String, bytes: Int) {
        let server = self.events.origins.map { origins in
            { @Sendable (number: Int) in origins.server(of: number)?.name }
        }
        var writer = EventExport.Writer(
            try EventExport.Format(fileName: self.path), server: server)
        let file = try OutputFile(self.path, overwrites: self.overwrites)
        try file.write(writer.bytes(for: []))
        var written = 0
        while written < self.events.count {
            try Task.checkCancellation()
            let slice = self.events.slice(from: written, count: Self.slice)
            try file.write(writer.bytes(for: slice))
            written += slice.count
            await report(written)
        }
        return (try file.finish(), writer.byteCount)
    }
}
