import BuoyProgramSupport
import ChannelsHTTPAPI
import ChannelsProtocol
import Glibc

struct EventLinesRun {
    private let lines: EventLines

    /// - Parameter file: `-` is standard input.
    init(_ file: String) throws {
        self.lines = try EventLines(InputText.read(file, option: "--events"))
    }

    func publish(_ api: ChannelsAPI) async throws -> CommandOutput {
        let events = self.lines.events
        let showsProgress = isatty(STDERR_FILENO) == 1 && events.count > 10
        let work = Task {
            try await api.trigger(events) { result in
                guard showsProgress else { return }
                Console.progress("\(result.publishedCount) of \(events.count) published")
            }
        }
        let signals = SignalWatch([SIGINT, SIGTERM])
        let watch = Task {
            guard let signal = await signals.next() else { return Int32(0) }
            work.cancel()
            return signal
        }
        let outcome = await work.result
        if showsProgress { Console.progress("") }
        watch.cancel()
        return self.output(PublishAccount(try outcome.get(), numbers: self.lines.numbers))
    }

    private func output(_ account: PublishAccount) -> CommandOutput {
        guard account.error != nil else { return CommandOutput(account.text, account.json) }
        var failure =
            account.apiError.map(ProgramFailure.init)
            ?? ProgramFailure(.failed, PublishAccount.interrupted)
        failure.message += "\n\(account.text)"
        return CommandOutput("", account.json, failure: failure)
    }
}
