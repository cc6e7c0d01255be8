import BuoyRecordingFiles
import BuoyTextScreen
import ChannelsProtocol

/// The last frames of the newest connections, to show how the latest loss came about. Bounded: a
/// few frames of a few connections.
struct LossFrames: Hashable, Sendable {
    /// By connection, the newest last.
    private var tails: [[RecordedFrame]] = []

    private static let frameLimit = 6

    /// - Parameter loss: when the latest loss was noticed; `nil` before any.
    mutating func add(_ frames: [RecordedFrame], loss: ChannelsTimestamp?) {
        for frame in frames { self.add(frame) }
        // Attempts after the loss may have frames too, but do not displace those before it.
        let (lost, newest) = (self.lost(at: loss), self.tails.count - 2)
        self.tails = self.tails.indices.filter { $0 == lost || $0 >= newest }.map { self.tails[$0] }
    }

    private mutating func add(_ frame: RecordedFrame) {
        let index = self.tails.lastIndex { $0.first?.connection == frame.connection }
        guard let index else {
            self.tails.append([frame])
            return
        }
        self.tails[index].append(frame)
        if self.tails[index].count > Self.frameLimit { self.tails[index].removeFirst() }
    }

    private func lost(at loss: ChannelsTimestamp?) -> Int? {
        guard let loss else { return nil }
        return self.tails.lastIndex { $0.first.map { $0.time <= loss } ?? false }
    }

    /// The last frames of the connection that was lost then, oldest first.
    func before(_ loss: ChannelsTimestamp) -> [RecordedFrame] {
        self.lost(at: loss).map { self.tails[$0].filter { $0.time <= loss } } ?? []
    }
}

extension RecordedFrame {
    /// `14:01:24.010 recv pusher:pong "data":{}`.
    func line(_ times: EventTimes) -> StyledLine {
        let role: Role = self.isSent ? .eventClient : .eventName
        var line = StyledLine(SafeText(ours: times.timeOfDay(self.time)), .eventTime)
        line.append(self.isSent ? " sent " : " recv ", role)
        line.append(SafeText(sanitizing: self.name, limit: 200), role)
        let text = SafeText(sanitizing: self.textAfterName, limit: 400)
        if text.width > 0 { line.append(" \(text)", .eventInternal) }
        return line
    }
}
