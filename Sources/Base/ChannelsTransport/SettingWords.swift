/// How a sentence names the settings that it advises to change. Who offers the settings gives the
/// words: a library has properties, a program has options.
package struct SettingWords: Hashable, Sendable {
    /// How to connect with TLS: `set usesTLS to true`.
    let useTLS: String
    /// How to connect without TLS: `set usesTLS to false`.
    let connectPlainly: String
    /// What a port without TLS needs: `usesTLS = false`.
    let plainSetting: String
    /// How to trust another authority, after "add its certificate": `in trustRootsFile`.
    let giveTrust: String
    /// Where another authority belongs: `in trustRootsFile`.
    let trustPlace: String
    /// The settings that authorize channels: `an authorization endpoint or the app's secret`.
    package let authorization: String

    package init(
        useTLS: String, connectPlainly: String, plainSetting: String, giveTrust: String,
        trustPlace: String, authorization: String
    ) {
        self.useTLS = useTLS
        self.connectPlainly = connectPlainly
        self.plainSetting = plainSetting
        self.giveTrust = giveTrust
        self.trustPlace = trustPlace
        self.authorization = authorization
    }

    /// The options of the libraries.
    package static let library = SettingWords(
        useTLS: "set usesTLS to true", connectPlainly: "set usesTLS to false",
        plainSetting: "usesTLS = false", giveTrust: "in trustRootsFile",
        trustPlace: "in trustRootsFile",
        authorization: "an authorization endpoint or the app's secret")
}
