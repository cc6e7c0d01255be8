package import ArgumentParser

/// The commands that register a device for push notifications.
package struct PushCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "push",
        abstract: "Register a device and its interests for push notifications.",
        discussion: """
            Wishes are saved before anything is sent. What cannot be sent now is kept, and sent by \
            the next command or by 'buoy push run'. The hosted service of this API was switched off \
            years ago; give --endpoint for a server that has it, such as the sandbox's \
            http://127.0.0.1:6001/client_api.

            \(Self.exitCodes)
            """,
        subcommands: [
            PushRegisterCommand.self, PushTokenCommand.self, PushSubscribeCommand.self,
            PushUnsubscribeCommand.self, PushStatusCommand.self, PushRunCommand.self,
        ])

    package init() {}

    /// The exit codes, for the help.
    static let exitCodes = """
        Exit codes: 0 done, 1 failed while running, or waits for a registration, 2 wrong usage, or a \
        state file that cannot be used, 3 refused by the service, 4 not confirmed in time, 128+n \
        ended by signal n.
        """
}
