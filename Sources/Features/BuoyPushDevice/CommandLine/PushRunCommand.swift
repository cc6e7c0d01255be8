import ArgumentParser
import BuoyProgramSupport
import ChannelsPushNotifications
import Glibc

struct PushRunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Send pending operations until none remain or you press Ctrl-C.",
        usage: "buoy push run [OPTIONS]",
        discussion: """
            Refused operations are retried once. Temporary failures are retried with increasing \
            delays.
            """)

    @Flag(
        help: """
            Send the token even if it has not changed. If the device is no longer registered with \
            the service, register it again with all its interests.
            """)
    var verify = false

    @OptionGroup
    var service: PushServiceArguments

    @OptionGroup
    var state: PushStateArguments

    func run() async throws {
        let verifies = self.verify
        try await PushSession.change(self.service, self.state, waitsForever: true) { client in
            try await client.retryNow()
            if verifies { try await client.verify() }
        }
    }
}

struct PushStatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Print the device, its interests and pending operations.",
        usage: "buoy push status [OPTIONS]",
        discussion: "Sends nothing and changes nothing, even if another buoy is using the file.")

    @OptionGroup
    var state: PushStateArguments

    func run() async throws {
        let path = try self.state.path(environment: Environment.current)
        do {
            let status = try PushStatus.saved(in: path)
            if self.state.printsJSON {
                try PushReport.printJSON(status, path: path)
            } else {
                try Console.print(PushReport.text(status, path: path))
            }
        } catch let error as PushError {
            throw ProgramFailure(error)
        }
    }
}
