import ArgumentParser
import BuoyProgramSupport
import ChannelsPushNotifications

struct PushRegisterCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "register",
        abstract: "Register this device with its platform and token.",
        usage: "buoy push register --platform NAME --token-file FILE [OPTIONS]",
        discussion: "If the device is already registered, its platform and token are replaced.")

    @Option(
        help: ArgumentHelp(
            "The service that delivers to the device: apns, fcm or gcm.", valueName: "name"),
        completion: .list(PushPlatform.allCases.map(\.rawValue)))
    var platform: String

    @Option(
        name: .customLong("token-file"),
        help: ArgumentHelp(
            """
            A file with the device's token, readable only by you; - for standard input (default: \
            the token in BUOY_PUSH_TOKEN).
            """, valueName: "file"),
        completion: .file())
    var tokenFile: String?

    @OptionGroup
    var service: PushServiceArguments

    @OptionGroup
    var state: PushStateArguments

    func validate() throws {
        guard PushPlatform(rawValue: self.platform) == nil else { return }
        throw ValidationError("--platform must be apns, fcm or gcm.")
    }

    func run() async throws {
        let token = try TokenSource.token(
            file: self.tokenFile, environment: Environment.current)
        guard let platform = PushPlatform(rawValue: self.platform) else { return }
        try await PushSession.change(self.service, self.state) { client in
            try await client.register(platform, token: token)
        }
    }
}

struct PushTokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Replace the registered device's token if it has changed.",
        usage: "buoy push token --token-file FILE [OPTIONS]")

    @Option(
        name: .customLong("token-file"),
        help: ArgumentHelp(
            """
            A file with the new token, readable only by you; - for standard input (default: the \
            token in BUOY_PUSH_TOKEN).
            """, valueName: "file"),
        completion: .file())
    var tokenFile: String?

    @OptionGroup
    var service: PushServiceArguments

    @OptionGroup
    var state: PushStateArguments

    func run() async throws {
        let token = try TokenSource.token(
            file: self.tokenFile, environment: Environment.current)
        try await PushSession.change(self.service, self.state) { client in
            try await client.updateToken(token)
        }
    }
}

struct PushSubscribeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "subscribe",
        abstract: "Subscribe the device to interests.",
        usage: "buoy push subscribe INTEREST... [OPTIONS]",
        discussion: """
            Names may contain up to 164 letters, digits and _ = @ , . ; and are checked before \
            anything is saved or sent.
            """)

    @Argument(help: ArgumentHelp("The interest names.", valueName: "interest"))
    var interests: [String]

    @OptionGroup
    var service: PushServiceArguments

    @OptionGroup
    var state: PushStateArguments

    func run() async throws {
        let interests = self.interests
        try await PushSession.change(self.service, self.state) { client in
            try await client.subscribe(to: interests)
        }
    }
}

struct PushUnsubscribeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unsubscribe",
        abstract: "Unsubscribe the device from interests.",
        usage: "buoy push unsubscribe INTEREST... [OPTIONS]")

    @Argument(help: ArgumentHelp("The interest names.", valueName: "interest"))
    var interests: [String]

    @OptionGroup
    var service: PushServiceArguments

    @OptionGroup
    var state: PushStateArguments

    func run() async throws {
        let interests = self.interests
        try await PushSession.change(self.service, self.state) { client in
            try await client.unsubscribe(from: interests)
        }
    }
}
