package import Channels
package import ChannelsBasics

extension SettingWords {
    /// The options of the program.
    package static let program = SettingWords(
        useTLS: "remove --no-tls",
        connectPlainly: "add --no-tls (buoy proxy: --to ws://…)", plainSetting: "--no-tls",
        giveTrust: "with --ca-file", trustPlace: "in --ca-file",
        presentCertificate: "use --client-certificate and --client-key",
        authorization: "--auth-endpoint or --secret-file",
        checkKey: "Check --key, and the cluster or host.",
        setOrigin: "Use an origin that the server allows: --origin https://example.com.")
}

extension ChannelsOptions {
    /// Sets what the program wants otherwise than an app: its own words for options, its own levels
    /// in the log, and a client that stays when it is refused, because the program shows why and
    /// offers to connect again.
    package mutating func adaptToProgram() {
        self.settingWords = .program
        self.logLevels = .program
        self.stopsWhenRefused = false
    }
}
