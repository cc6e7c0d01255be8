package import Channels
package import ChannelsBasics

extension SettingWords {
    package static let program = SettingWords(
        useTLS: "remove --no-tls",
        connectPlainly: "add --no-tls, or write ws:// in place of wss://", plainSetting: "--no-tls",
        giveTrust: "with --ca-file", trustPlace: "in --ca-file",
        presentCertificate: "use --client-certificate and --client-key",
        authorization: "--auth-endpoint or --secret-file",
        startServer:
            "Start the server (Reverb: php artisan reverb:start; soketi: soketi start), or check "
            + "--host and --port.",
        checkPlace: "Check --host and --port", useLocalhost: "use --host localhost",
        useCluster: "use --cluster with",
        sendLogin: "pass it with --header Authorization=@FILE",
        checkKey: "Check --key, and the cluster or host.",
        setOrigin: "Use an origin that the server allows: --origin https://example.com.")
}

extension ChannelsOptions {
    /// Sets the program's own words for options and levels in the log, and a client that stays when
    /// it is refused, because the program shows why and offers to connect again.
    package mutating func adaptToProgram() {
        self.settingWords = .program
        self.logLevels = .program
        self.stopsWhenRefused = false
    }
}
