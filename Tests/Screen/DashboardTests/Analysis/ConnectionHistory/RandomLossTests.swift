import ChannelsProtocol
import Foundation
import Testing

@testable import BuoyDashboard

@Suite("Losses at random have nothing in common")
struct RandomLossTests {
    /// How long connections last, and what passes over them.
    struct Shape: Sendable, CustomTestStringConvertible {
        /// The mean of an exponential distribution, or half of the longest of a uniform one.
        let mean: Double
        var isUniform = false
        /// The seconds between events; `nil` for a quiet connection.
        var events: Double?
        /// Whether the seconds between events are a mean.
        var isIrregular = false

        var testDescription: String {
            "\(self.isUniform ? "uniform" : "exponential") \(self.mean) s, events "
                + (self.events.map { "\(self.isIrregular ? "about " : "")every \($0) s" } ?? "none")
        }
    }

    static let shapes: [Shape] = [2, 5, 20, 90].flatMap { mean in
        [false, true].flatMap { isUniform in
            [
                Shape(mean: mean, isUniform: isUniform),
                Shape(mean: mean, isUniform: isUniform, events: 5),
                Shape(mean: mean, isUniform: isUniform, events: 1.7, isIrregular: true),
                Shape(mean: mean, isUniform: isUniform, events: 20, isIrregular: true),
            ]
        }
    }

    /// A ledger that is told of connections that end at random.
    private struct Run {
        private var random: SeededGenerator
        private let shape: Shape
        private var ledger = LossLedger()
        private var time = ChannelsTimestamp.zero
        private static let channel = ChannelName(wire: "private-orders")

        init(seed: UInt64, _ shape: Shape) {
            self.random = SeededGenerator(seed: seed)
            self.shape = shape
        }

        /// Whether anything was concluded in ten losses.
        mutating func concludes() -> LossPattern? {
            for _ in 0..<10 {
                self.connection()
                if let pattern = self.ledger.pattern { return pattern }
            }
            return nil
        }

        private mutating func draw(mean: Double, isUniform: Bool = false) -> Double {
            let number = Double.random(in: 0..<1, using: &self.random)
            return isUniform ? 2 * mean * number : -mean * log(1 - number)
        }

        private mutating func report(_ kind: ClientReport.Kind, at seconds: Double) {
            let time = self.time.advanced(by: .seconds(seconds))
            self.ledger.handle(ClientReport(number: 1, time: time, kind: kind))
        }

        private mutating func connection() {
            let end = self.draw(mean: self.shape.mean, isUniform: self.shape.isUniform)
            guard let id = SocketID("1.1") else { return }
            let established = Establishment(
                socketID: id, serverActivityTimeout: nil, activityTimeout: .seconds(30), attempt: 1)
            self.report(
                .stateChanged(
                    StateChange(
                        previous: .connecting, current: .connected,
                        cause: .established(established))), at: 0)
            let answer = 0.003 + Double.random(in: 0.005..<0.1, using: &self.random)
            if end > 0.003 {
                self.report(.subscriptionChanged(Self.channel, .subscribing), at: 0.003)
            }
            if end > answer {
                self.report(.subscriptionChanged(Self.channel, .subscribed), at: answer)
                self.traffic(from: answer, to: end)
            }
            self.report(
                .stateChanged(
                    StateChange(
                        previous: .connected, current: .connecting, cause: .ended(self.end()))),
                at: end)
            self.time = self.time.advanced(by: .seconds(end + 3))
        }

        /// Events, and pings after 30 s without one.
        private mutating func traffic(from start: Double, to end: Double) {
            var last = start
            while true {
                let gap =
                    self.shape.events.map { self.shape.isIrregular ? self.draw(mean: $0) : $0 }
                let next = last + (gap ?? .infinity)
                while last + 30 < min(next, end) {
                    last += 30
                    let sent = SentPing(lastReceived: self.time, timeLimit: .seconds(30))
                    self.report(.pingSent(sent), at: last)
                    let pong = last + Double.random(in: 0.005..<0.1, using: &self.random)
                    if pong >= end { return }
                    last = pong
                    self.report(.pongReceived(roundTrip: nil), at: last)
                }
                if next >= end { return }
                last = max(next, last)
                self.event(at: last)
            }
        }

        private mutating func event(at seconds: Double) {
            guard Int.random(in: 0..<5, using: &self.random) == 0 else {
                self.ledger.heard(at: self.time.advanced(by: .seconds(seconds)))
                return
            }
            let size = Int.random(in: 10..<900, using: &self.random)
            let data = EventData(String(repeating: "1", count: size))
            self.report(
                .triggered(ChannelsEvent(name: "client-note", channel: Self.channel, data: data)),
                at: seconds)
        }

        /// Nearly always without a close code.
        private mutating func end() -> ConnectionEnd {
            switch Int.random(in: 0..<20, using: &self.random) {
            case 0: .closed(4200, reason: "")
            case 1: .closed(4201, reason: "")
            default: .failed(ConnectFailure(kind: .unreachable, what: "It was cut"))
            }
        }
    }

    @Test("in ten losses at random, something is concluded about once in a thousand runs")
    func seeds() {
        var found: [String] = []
        let runs = 200
        for (number, shape) in Self.shapes.enumerated() {
            for seed in 0..<runs {
                var run = Run(seed: UInt64(number * runs + seed), shape)
                guard let pattern = run.concludes() else { continue }
                found.append("\(shape.testDescription): \(pattern.sentence)")
            }
        }
        // 6,400 runs.
        #expect(found.count <= 6, "\(found.joined(separator: "\n"))")
    }
}
