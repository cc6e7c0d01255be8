import ChannelsProtocol
import ChannelsSigning

extension ClientMachineOptions {
    /// The options that the client's state machine needs.
    init(_ options: ChannelsOptions, target: ConnectionTarget) {
        self.init(
            address: target.address(usesTLS: false), tlsAddress: target.address(usesTLS: true),
            usesTLS: options.usesTLS, activityTimeout: options.activityTimeout,
            pongTimeout: options.pongTimeout, unavailableTimeout: options.unavailableTimeout,
            attemptTimeLimit: options.attemptTimeLimit, policy: options.effectivePolicy)
        self.host = options.host.name
        self.knownServer = options.knownServer
        self.subscriptionTimeLimit = options.subscriptionTimeLimit
        self.settingWords = options.settingWords
        self.clientEventLimit = options.clientEventLimit
        self.opener = SecretBox.opener
    }
}
