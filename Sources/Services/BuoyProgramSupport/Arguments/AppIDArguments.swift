package import ArgumentParser
import BuoyScripts

/// The app's id, for commands that call its HTTP API beside a connection.
package struct AppIDArguments: ServerOptions {
    @Option(.appID) package var appID: String?

    package static let bindings: [SettingBinding<Self>] = [SettingBinding(\.appID, \.appID)]

    package init() {}
}
