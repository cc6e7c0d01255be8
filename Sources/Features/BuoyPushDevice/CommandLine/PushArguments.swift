import ArgumentParser
import BuoyProgramSupport
import BuoyScripts
import ChannelsBasics
import ChannelsProtocol
import ChannelsPushNotifications

struct PushStateArguments: ParsableArguments {
    @Option(
        name: .customLong("state"),
        help: ArgumentHelp(
            """
            The file that stores the device, its token, its interests and pending operations; only \
            you can read it (default: push.json in the state folder).
            """, valueName: "file"),
        completion: .file())
    var stateFile: String?

    @Flag(.json, help: "Print the final status as JSON.")
    var printsJSON = false

    func path(environment: [String: String]) throws -> String {
        if let stateFile { return stateFile }
        guard let folder = StateFolder.path(environment: environment) else {
            throw ValidationError(
                "Neither HOME nor XDG_STATE_HOME is set to a folder: use --state FILE.")
        }
        return folder + "/push.json"
    }
}

struct PushServiceArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            The base URL, before /v1/clients (default: the state file's; for a new file, \
            \(PushOptions.documentedRoute.url), which no longer responds).
            """, valueName: "url"))
    var endpoint: String?

    @Option(.key, help: "The app key (default: the state file's, then BUOY_KEY).")
    var key: String?

    @Option(
        name: .customLong("wait"),
        help: ArgumentHelp(
            "How long to wait for confirmation; 0 only saves (default: 10s).", valueName: "time"))
    var wait: String?

    @Option(
        .trustRootsFile,
        help: "A PEM file with the certificates to trust, instead of the system's.")
    var trustRootsFile: String?

    @Flag(
        name: .customLong("no-proxy"),
        help: "Connect directly, and ignore proxies in the environment.")
    var noProxy = false

    func validate() throws {
        _ = try self.parsedWait()
    }

    func parsedWait() throws -> Duration {
        try TypedTime.duration(self.wait, "--wait", in: .zero ... .seconds(86_400)) ?? .seconds(10)
    }

    /// A damaged state file is put aside, with a warning.
    func options(file: String, environment: [String: String]) throws -> PushOptions {
        let saved = try PushStatus.opened(in: file).warned()
        let variable = environment["BUOY_KEY"].flatMap { $0.isEmpty ? nil : $0 }
        guard let key = self.key ?? saved?.appKey ?? variable else {
            throw ValidationError("The app key is missing: use --key, or set BUOY_KEY.")
        }
        var options = PushOptions(appKey: key, stateFile: file)
        if let endpoint = self.endpoint ?? saved?.endpoint {
            do { options.route = try ServerRoute(url: endpoint) } catch {
                throw ValidationError("--endpoint: \(error.description)")
            }
        }
        options.route.trustRootsFile = self.trustRootsFile
        options.route.proxy = self.noProxy ? .none : .environment
        options.settingWords = .program
        return options
    }
}

extension PushStatus.Saved {
    func warned() -> PushStatus? {
        if let warning { Console.errorLine("buoy: warning: \(warning)") }
        return self.status
    }
}
