package import BuoyScripts
import ChannelsProtocol

package struct MessageFaults: Hashable, Sendable {
    package let withholdsPongs: Bool
    package let withholdsAnswers: Bool

    package var isAny: Bool { self.withholdsPongs || self.withholdsAnswers }

    package init(_ faults: [Fault] = []) {
        let kinds = Set(faults.map(\.kind))
        self.withholdsPongs = kinds.contains(.noPongs)
        self.withholdsAnswers = kinds.contains(.delayAnswers)
    }

    package enum Fate: Hashable, Sendable {
        case arrives
        case isLost
        case isHeld
    }

    package func fate(of text: [UInt8]) -> Fate {
        switch try? FrameCodec.decodeServerMessage(text) {
        case .pong: self.withholdsPongs ? .isLost : .arrives
        case .subscriptionSucceeded, .subscriptionError: self.withholdsAnswers ? .isHeld : .arrives
        default: .arrives
        }
    }

    /// The first half, in whole characters, so that it is valid UTF-8.
    package static func corrupted(_ text: [UInt8]) -> [UInt8] {
        let text = String(decoding: text, as: UTF8.self)
        return Array(text.prefix(text.count / 2).utf8)
    }
}
