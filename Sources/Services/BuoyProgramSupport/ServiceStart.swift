import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol
import Glibc

/// Starting, logging and stopping, for the commands that run a server.
package enum ServiceStart {
    package static func port(
        _ start: () async throws -> Int
    ) async throws(ProgramFailure) -> Int {
        do { return try await start() } catch {
            throw ListenAddress.failure(error)
        }
    }

    /// Prints reports until a signal arrives, then stops the server and prints the rest.
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

    /// Text from others cannot start another line.
    package static func line(_ text: String, utcOffsetSeconds: Int) -> String {
        let time = Figures.timeOfDay(
            SystemTime().now(), utcOffsetSeconds: utcOffsetSeconds, hasMilliseconds: true)
        return PlainOutput.line("\(time) \(text)", alphabet: Console.alphabet)
    }
}
