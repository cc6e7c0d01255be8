package import Transport

extension SettingWords {
    /// The options of the program.
    package static let program = SettingWords(
        useTLS: "leave out --no-tls",
        connectPlainly: "with --no-tls (buoy proxy: --to ws://…)", plainSetting: "--no-tls",
        giveTrust: "with --ca-file", trustPlace: "in --ca-file")
}
