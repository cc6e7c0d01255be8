/// How a sentence names the settings that it advises to change. Who offers the settings gives the
/// words: a library has properties, a program has options.
package struct SettingWords: Hashable, Sendable {
    /// How to connect with TLS: `set usesTLS to true`.
    let useTLS: String
    /// How to connect without TLS, after "connect": `with usesTLS = false`.
    let connectPlainly: String
    /// What a port without TLS needs: `usesTLS = false`.
    let plainSetting: String
    /// How to trust another authority, after "give its certificate": `in trustRootsFile`.
    let giveTrust: String
    /// Where another authority belongs: `in trustRootsFile`.
    let trustPlace: String

    package init(
        useTLS: String, connectPlainly: String, plainSetting: String, giveTrust: String,
        trustPlace: String
    ) {
        self.useTLS = useTLS
        self.connectPlainly = connectPlainly
        self.plainSetting = plainSetting
        self.giveTrust = giveTrust
        self.trustPlace = trustPlace
    }

    /// The options of the libraries.
    package static let library = SettingWords(
        useTLS: "set usesTLS to true", connectPlainly: "with usesTLS = false",
        plainSetting: "usesTLS = false", giveTrust: "in trustRootsFile",
        trustPlace: "in trustRootsFile")
}
