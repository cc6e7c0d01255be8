import ArgumentParser

struct PushCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push",
        abstract: "Register a device and its interests for push notifications.",
        discussion: """
            Changes are saved before they are sent. The next command or 'buoy push run' sends any \
            that are still pending. The hosted service for this API was shut down years ago; use \
            --endpoint for a server that has the API, such as the sandbox at \
            http://127.0.0.1:6001/client_api.

            \(Self.exitCodes)
            """,
        subcommands: [
            PushRegisterCommand.self, PushTokenCommand.self, PushSubscribeCommand.self,
            PushUnsubscribeCommand.self, PushStatusCommand.self, PushRunCommand.self,
        ])

    static let exitCodes = """
        Exit codes: 0 done, 1 failed while running or waiting for a registration, 2 wrong usage or \
        unusable state file, 3 refused by the service, 4 not confirmed in time, 128+n ended by \
        signal n.
        """
}
