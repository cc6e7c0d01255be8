import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol
import Glibc

/// Shared by the commands that run a server: starting, a line for each request, and stopping at a
/// signal.
package enum ServiceStart {
    /// Starts a server.
    ///
    /// - Returns: its port.
    /// - Throws: `ProgramFailure`, with a sentence.
    package static func port(
        _ start: () async throws -> Int
    ) async throws(ProgramFailure) -> Int {
        do { return try await start() } catch {
            throw ListenAddress.failure(error)
        }
    }

    /// Prints what a server reports until a signal arrives, then stops the server and prints the
    /// rest.
    ///
    /// - Parameters:
    ///   - stop: stops the server, which ends the reports.
    ///   - report: prints the reports until they end.
    /// - Returns: the signal.
    /// - Throws: what `report` throws; the server is stopped then.
    package static func serve(
        until signals: SignalWatch, stop: @escaping @Sendable () async -> Void,
        _ report: @escaping @Sendable () async throws -> Void
    ) async throws -> Int32 {
        try await withThrowingTaskGroup(of: Int32?.self) { group in
            group.addTask {
                let signal = await signals.next()
                await stop()
                return signal ?? SIGTERM
            }
            group.addTask {
                try await report()
                return nil
            }
            var signal = SIGTERM
            do {
                while let ended = try await group.next() {
                    if let ended { signal = ended }
                }
            } catch {
                await stop()
                throw error
            }
            return signal
        }
    }

    /// One line with the time of day. Text from others in it cannot start another line.
    package static func line(_ text: String, utcOffsetSeconds: Int) -> String {
        let time = Figures.timeOfDay(
            SystemTime().now(), utcOffsetSeconds: utcOffsetSeconds, hasMilliseconds: true)
        return PlainOutput.line("\(time) \(text)", alphabet: Console.alphabet)
    }
}
