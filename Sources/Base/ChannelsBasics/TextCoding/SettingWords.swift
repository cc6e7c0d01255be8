/// How advice names the settings to change. Who offers the settings gives the words: a library has
/// properties, a program has options, and a value from a file is changed in that file.
package struct SettingWords: Hashable, Sendable {
    /// How to connect with TLS: `set usesTLS to true`.
    package var useTLS: String
    /// How to connect without TLS: `set usesTLS to false`.
    package var connectPlainly: String
    /// What a port without TLS needs: `usesTLS = false`.
    package var plainSetting: String
    /// How to trust another CA, after "add its certificate": `in trustRootsFile`.
    package var giveTrust: String
    /// Where another CA's certificate belongs: `in trustRootsFile`.
    package var trustPlace: String
    /// How to present a client certificate: `set clientCertificateFile`.
    package var presentCertificate: String
    /// The settings that authorize channels: `an authorization endpoint or the app's secret`.
    package var authorization: String
    /// What to do if nothing listens at the address, as a sentence.
    package var startServer: String
    /// What to do if the server does not know the app key, as a sentence.
    package var checkKey: String
    /// What to do if the server has another secret, as a sentence.
    package var checkSecret: String
    /// What to do if the server does not allow the origin, as a sentence.
    package var setOrigin: String

    package init(
        useTLS: String, connectPlainly: String, plainSetting: String, giveTrust: String,
        trustPlace: String, presentCertificate: String, authorization: String,
        startServer: String = "Start the server, or check the host and port.",
        checkKey: String = "Check the app key and the cluster.",
        checkSecret: String = "Check the app's key and secret.", setOrigin: String
    ) {
        self.useTLS = useTLS
        self.connectPlainly = connectPlainly
        self.plainSetting = plainSetting
        self.giveTrust = giveTrust
        self.trustPlace = trustPlace
        self.presentCertificate = presentCertificate
        self.authorization = authorization
        self.startServer = startServer
        self.checkKey = checkKey
        self.checkSecret = checkSecret
        self.setOrigin = setOrigin
    }

    /// For an authorization endpoint, which has a URL instead of settings.
    package var ofEndpoint: SettingWords {
        var words = self
        words.useTLS = "use https:// in the endpoint's URL"
        words.connectPlainly = "use http:// in the endpoint's URL"
        words.plainSetting = "http:// in the endpoint's URL"
        words.startServer = "Start the app, or check the endpoint's URL."
        return words
    }

    /// The options of the libraries.
    package static let library = SettingWords(
        useTLS: "set usesTLS to true", connectPlainly: "set usesTLS to false",
        plainSetting: "usesTLS = false", giveTrust: "in trustRootsFile",
        trustPlace: "in trustRootsFile", presentCertificate: "set clientCertificateFile",
        authorization: "an authorization endpoint or the app's secret",
        setOrigin: "Set the origin option to an origin that the server allows.")
}
