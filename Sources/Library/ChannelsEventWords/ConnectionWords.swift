package import ChannelsProtocol

/// The strings contain text from the peer, and must be sanitised before they are drawn.
package enum ConnectionWords {
    /// `(dns 2, tcp 1, tls 14, ws 3, hello 1 ms)`, or `(dns 2, tcp 1 ms, stuck in tls for 10s)`
    static func suffix(for parts: AttemptParts) -> String {
        guard !parts.parts.isEmpty else { return "" }
        let ended = parts.parts.filter(\.hasEnded).map { part in
            "\(part.name.rawValue) \(part.duration.clampedNanoseconds / 1_000_000)"
        }
        var pieces = ended.isEmpty ? [] : [ended.joined(separator: ", ") + " ms"]
        if let last = parts.parts.last, !last.hasEnded {
            let isStuck = last.duration >= .seconds(1)
            pieces.append(
                isStuck
                    ? "stuck in \(last.name.rawValue) for \(Figures.preciseDuration(last.duration))"
                    : "failed in \(last.name.rawValue)")
        }
        return " (\(pieces.joined(separator: ", ")))"
    }

    /// Empty if the states say everything.
    package static func sentence(
        for cause: StateCause, _ register: WordRegister = .clause
    ) -> String {
        switch cause {
        case .asked: "requested"
        case .established(let connection):
            "socket id \(connection.socketID.text), attempt \(connection.attempt), activity timeout "
                + Figures.duration(connection.activityTimeout) + self.suffix(for: connection.parts)
        case .ended(let end): end.words(register)
        case .unavailable(let limit): "no connection for \(Figures.duration(limit))"
        case .gaveUp(let attempts, let end):
            "gave up after \(Figures.counted(attempts, "attempt")): \(end.words(register))"
        }
    }
}
