import ChannelsBasics
import ChannelsProtocol

// The WebSocket and the HTTP API have the same host: what one of them met explains the other.
extension [CheckStep] {
    /// Says the cause of two failed steps once, and what the other path shows about the cause.
    func comparingTroubles() -> [CheckStep] {
        guard let api = self.firstIndex(where: { $0.name == .api }) else { return self }
        let parts = self.indices.filter { self[$0].name.isPart }
        var steps = self
        if let failed = parts.first(where: { self[$0].status == .failed }) {
            steps.compare(failed, api)
        } else if self[api].trouble?.obstacle?.isWebsite == true,
            parts.allSatisfy({ self[$0].status != nil })
        {
            steps[api].detail = Self.notForwarded
        }
        return steps
    }

    private static let notForwarded =
        "/apps is not forwarded to the server: something else answered, so publishing will fail. "
        + "Add a location for /apps next to the one for /app"

    private mutating func compare(_ socket: Int, _ api: Int) {
        guard let trouble = self[socket].trouble else { return }
        if let other = self[api].trouble {
            guard trouble.explains(other) else { return }
            self[api].detail = "the same as \(self[socket].name.text)\(trouble.remark)"
        } else if trouble.obstacle?.isOfPath == true, self[api].status == .ok {
            self[socket].detail += " /apps works, so only the way to /app is wrong."
        }
    }
}

extension FailureParts {
    fileprivate func explains(_ other: FailureParts) -> Bool {
        // Another service cannot have the HTTP API.
        if self.obstacle == .otherService { return true }
        if let obstacle, obstacle == other.obstacle { return true }
        return !self.reason.isEmpty && self.reason == other.reason
    }

    /// What the second request needs besides.
    fileprivate var remark: String {
        switch self.obstacle {
        case .password?, .denied?, .challenge?, .login?, .rateLimit?: ": exempt /apps too"
        case .notForwarded?: ": add a location for /apps too"
        case .webPage?, .formProtection?: ": a website answered"
        default: ""
        }
    }
}

extension Obstacle {
    fileprivate var isOfPath: Bool {
        switch self {
        case .path, .webPage, .notForwarded: true
        default: false
        }
    }
}

extension CheckStep.Name {
    fileprivate var isPart: Bool { if case .part = self { true } else { false } }
}

extension ConnectionEnd {
    /// Compared with the causes of other failures.
    var trouble: FailureParts? {
        switch self.kind {
        case .failed(let failure): failure.parts
        case .closed(4005?, let reason), .refused(4005?, let reason):
            FailureParts(reason, obstacle: .path)
        case .timedOut(.hello?, _, _): FailureParts("", obstacle: .otherService)
        case .closed, .refused, .timedOut, .pongMissing, .reconnectAsked: nil
        }
    }
}
