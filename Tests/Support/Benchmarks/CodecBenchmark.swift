import ChannelsProtocol
import Foundation

/// `FrameCodec` alone.
enum CodecBenchmark {
    static func run() async throws {
        for bytes in [200, 2048, 4096] {
            let frames = (0..<64).map {
                FloodPlan(events: 1, frameBytes: bytes, channels: 8).frame($0)
            }
            let rounds = bytes > 1000 ? 200_000 : 1_000_000
            var decoded = 0
            let start = Usage.now()
            for round in 0..<rounds {
                if case .event = try FrameCodec.decodeServerMessage(frames[round % 64]) {
                    decoded += 1
                }
            }
            let used = Usage.now() - start
            let microseconds = used.cpu / Double(decoded) * 1e6
            report("decode \(bytes) B", "\(microseconds.rounded(to: 3)) µs/event")
        }
    }
}
