package import BuoyRecordingFiles
package import Channels
import ChannelsProtocol

extension RecordedFrame {
    package init(_ frame: FrameRecord) {
        let content: Content =
            switch frame.content {
            case .text(let text): .text(text)
            case .binary(let count): .binary(count: count)
            case .ping: .ping
            case .pong: .pong
            case .close(let code, let reason): .close(code: code?.rawValue, reason: reason)
            case .skipped(let count): .skipped(count: count)
            }
        self.init(
            time: frame.time, isSent: frame.isSent, connection: frame.connection, content: content,
            fullSize: frame.fullSize)
    }
}
