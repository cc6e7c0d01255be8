package import Channels
package import ChannelsHTTPAPI
package import ChannelsSigning

extension ChannelsAPIOptions {
    /// The HTTP API of the app that a connection belongs to, reached the same way.
    package init(appID: String, secret: AppSecret, besides connection: ChannelsOptions) {
        self.init(
            appID: appID, appKey: connection.appKey, secret: secret, host: connection.host)
        self.port = connection.port
        self.path = connection.path
        self.usesTLS = connection.usesTLS
        self.trustRootsFile = connection.trustRootsFile
        self.proxy = connection.proxy
        self.settingWords = connection.settingWords
    }
}
