import ChannelsProtocol

extension MachineScene {
    /// A scene of a client with a policy.
    init(policy: ReconnectionPolicy, usesTLS: Bool = false, seed: UInt64 = 1) {
        self.init(
            ClientMachineOptions(address: "host:80", usesTLS: usesTLS, policy: policy), seed: seed)
    }

    /// The same with a connection, and with wishes for these channels.
    func connected(to channels: ChannelName...) -> MachineScene {
        var scene = self
        scene.connect()
        scene.establish()
        for channel in channels { scene.subscribe(channel) }
        return scene
    }

    mutating func networkBecameReachable() {
        self.perform(self.machine.networkBecameReachable(at: self.now))
    }

    mutating func addressGone(_ address: String, on socket: SocketNumber? = nil) {
        self.perform(
            self.machine.addressGone(
                address, socket ?? self.socket, at: self.now, using: &self.generator))
    }

    mutating func resume() { self.perform(self.machine.resumed(at: self.now)) }

    /// Something runs again after a `sleep`: it is said that nothing ran, and looked what that
    /// means.
    /// - Parameter machine: whether the machine was suspended, and not only the process.
    mutating func wake(machine: Bool = false) {
        let lastRan = self.fellAsleep ?? self.now
        self.fellAsleep = nil
        let suspension = Suspension(
            lastRan: lastRan, woke: self.now,
            machine: machine ? self.now.duration(since: lastRan) : .zero)
        self.perform(self.machine.suspended(suspension) + self.machine.resumed(at: self.now))
    }

    mutating func ping() { self.perform(self.machine.ping(at: self.now)) }

    mutating func enter(_ part: AttemptParts.Name, _ phase: String = "") {
        self.machine.entered(part, self.socket, at: self.now)
    }

    /// The process stops for a while. Timers that come due meanwhile have not fired: the next
    /// `wait` lets them, late.
    mutating func sleep(_ seconds: Double) {
        self.fellAsleep = self.now
        self.now = self.now.advanced(by: .nanoseconds(Int64((seconds * 1e9).rounded())))
    }

    /// Lets each attempt that starts take its course at once, up to a moment or up to 1000
    /// attempts.
    mutating func run(until seconds: Double, each course: (inout MachineScene) -> Void) {
        var attempts = 0
        while self.opened.count < 1000 {
            if self.opened.count > attempts {
                attempts = self.opened.count
                course(&self)
                self.wait(0)
            } else if self.now < .at(seconds) {
                self.wait(0.1)
            } else {
                return
            }
        }
    }

    /// When the state went to another one, in seconds.
    func moments(of state: ConnectionState) -> [Double] {
        self.published.compactMap { time, kind in
            guard case .stateChanged(let change) = kind, change.current == state else { return nil }
            return time.seconds
        }
    }

    var intents: [ConnectionIntent] {
        self.kinds.compactMap { if case .intentChanged(let intent) = $0 { intent } else { nil } }
    }

    /// The delays that were told, in seconds.
    var delaysInSeconds: [Double] { self.delays.map(\.inSeconds) }
}
