import ChannelsProtocol
import ChannelsSigning
import ChannelsTransport

extension ClientMachineOptions {
    init(_ options: ChannelsOptions, target: ConnectionTarget, mask: SecretMask) {
        self.init(
            address: target.origin(usesTLS: false).address,
            tlsAddress: target.origin(usesTLS: true).address,
            usesTLS: options.route.usesTLS, activityTimeout: options.activityTimeout,
            pongTimeout: options.pongTimeout, unavailableTimeout: options.unavailableTimeout,
            attemptTimeLimit: options.attemptTimeLimit, policy: options.effectivePolicy)
        self.host = options.route.host.name
        self.knownServer = options.knownServer
        self.subscriptionTimeLimit = options.subscriptionTimeLimit
        self.settingWords = options.settingWords
        self.clientEventLimit = options.clientEventLimit
        self.opener = SecretBox.opener
        self.mask = mask
    }
}
