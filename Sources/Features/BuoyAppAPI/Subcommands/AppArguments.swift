import ArgumentParser
import BuoyProgramSupport
import BuoyScripts

struct AppArguments: ServerOptions {
    static let title = "App and server"

    @Option(.server, completion: ServerArguments.completion)
    var servers: [String] = []

    @Option(.environmentFile) var environmentPath: String?

    @Flag(.sandbox, help: "The sandbox of a buoy that runs on this machine.")
    var usesSandbox = false

    @Option(.appID, help: "The app's id, used in the API's paths.")
    var appID: String?

    @Option(.key) var key: String?

    @Option(.cluster) var cluster: String?

    @Option(.host) var host: String?

    @Option(.port) var port: Int?

    @Option(.path, help: "The part of the URL path before /apps.")
    var path: String?

    static let bindings: [SettingBinding<Self>] = [
        SettingBinding(\.appID, \.appID), SettingBinding(\.key, \.key),
        SettingBinding(\.cluster, \.cluster), SettingBinding(\.host, \.host),
        SettingBinding(\.port, \.port), SettingBinding(\.path, \.path),
    ]

    func validate() throws { try ServerSettings(self).checkPlace() }
}
