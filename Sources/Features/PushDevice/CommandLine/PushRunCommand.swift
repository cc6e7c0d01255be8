package import ArgumentParser
import Glibc
import ProgramSupport
import PushNotifications

/// Works off the outbox.
package struct PushRunCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Send the outbox until it is empty or Ctrl-C.",
        usage: "buoy push run [OPTIONS]",
        discussion: """
            Refused operations are retried once. Failures that may pass are repeated with \
            growing delays.
            """)

    @Flag(
        help: """
            Send the token even if it has not changed: if the service has forgotten the device, \
            everything is registered again.
            """)
    var verify = false

    @OptionGroup
    var service: PushServiceArguments

    @OptionGroup
    var state: PushStateArguments

    package init() {}

    package func run() async throws {
        let verifies = self.verify
        try await PushSession.change(self.service, self.state, waitsForever: true) { client in
            try await client.retryNow()
            if verifies { try await client.verify() }
        }
    }
}

/// Prints the status of a state file.
package struct PushStatusCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Print the device, its interests and the outbox.",
        usage: "buoy push status [OPTIONS]",
        discussion: """
            Nothing is sent, and nothing is changed while another buoy uses the file. A file that \
            cannot be understood is kept under another name.
            """)

    @OptionGroup
    var state: PushStateArguments

    package init() {}

    package func run() async throws {
        let path = try self.state.path(environment: Environment.current)
        do {
            let status = try PushStatus.saved(in: path).warned()
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
