package import ArgumentParser
import BuoyScripts

package struct AppIDArguments: ServerOptions {
    @Option(.appID) package var appID: String?

    package static let bindings: [SettingBinding<Self>] = [SettingBinding(\.appID, \.appID)]

    package init() {}
}
