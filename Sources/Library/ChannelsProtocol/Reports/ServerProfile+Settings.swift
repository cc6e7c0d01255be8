extension ServerProfile.Kind {
    var messageLimitAdvice: String {
        let rule = "Every message on a connection counts, including subscriptions and pings."
        guard self == .reverb else { return rule }
        return "\(rule) The limit is rate_limiting in config/reverb.php: "
            + "REVERB_APP_RATE_LIMIT_MAX_ATTEMPTS messages in REVERB_APP_RATE_LIMIT_DECAY_SECONDS "
            + "seconds."
    }

    func settingAdvice(after end: ConnectionEnd) -> String? {
        switch (self, end.closeCode) {
        case (.reverb, _) where end.kind.isAboutOrigin:
            "Its host must be in allowed_origins in config/reverb.php."
        case (.sockudo, _) where end.kind.isAboutOrigin: "It must be in the app's allowed_origins."
        case (.reverb, 4001?):
            "Use the key of an app in config/reverb.php: REVERB_APP_KEY."
        case (.reverb, 4004?):
            "The limit is max_connections in config/reverb.php: REVERB_APP_MAX_CONNECTIONS."
        default: nil
        }
    }

    var signatureSettings: String? {
        self == .reverb
            ? "The server checks it with REVERB_APP_KEY and REVERB_APP_SECRET." : nil
    }
}
