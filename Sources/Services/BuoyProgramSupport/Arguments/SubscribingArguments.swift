import ArgumentParser
import BuoyScripts
import Channels
import ChannelsProtocol

package struct SubscribingArguments: ParsableArguments, Sendable {
    @Option(.channels, completion: .channelLists) var subscribe: [String] = []

    @Option(.channelsFile) var file: String?

    @Option(
        name: .customLong("client-event-limit"),
        help: ArgumentHelp(
            "The maximum number of client events per second (default: 10); off for no limit.",
            valueName: "number"))
    var clientEventLimit: String?

    package init() {}

    package func validate() throws {
        _ = try ServerArguments.channels(in: self.subscribe, prefix: "--subscribe: ")
        _ = try self.parsedLimit()
    }

    func names() throws -> [String] { try ChannelsFile.names(in: self.file) }

    func apply(to options: inout ChannelsOptions) throws {
        if let limit = try self.parsedLimit() { options.clientEventLimit = limit.number }
    }

    private struct EventLimit {
        var number: Int?
    }

    private func parsedLimit() throws -> EventLimit? {
        guard let text = self.clientEventLimit else { return nil }
        if text == "off" { return EventLimit(number: nil) }
        guard let number = Int(text), (1...1_000_000).contains(number) else {
            throw ValidationError("--client-event-limit must be between 1 and 1000000, or off.")
        }
        return EventLimit(number: number)
    }
}
