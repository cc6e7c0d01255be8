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
    /// Where the address comes from, as the start of a sentence: `Check the host and port`.
    package var checkPlace: String
    /// How to use this machine's name, after "and": `set the host to localhost`.
    package var useLocalhost: String
    /// How to choose another cluster, before its name: `use`.
    package var useCluster: String
    /// How to send a login of HTTP with the upgrade: `send it in a header`.
    package var sendLogin: String
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
        checkPlace: String = "Check the host and port",
        useLocalhost: String = "use localhost as the host", useCluster: String = "use",
        sendLogin: String = "send it in the header Authorization",
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
        self.checkPlace = checkPlace
        self.useLocalhost = useLocalhost
        self.useCluster = useCluster
        self.sendLogin = sendLogin
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
