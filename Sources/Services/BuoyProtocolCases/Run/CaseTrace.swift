package import BuoyRecordingFiles
import ChannelsProtocol
import ChannelsTransport
import Synchronization

/// What was sent and received in a case, with secrets masked.
package struct CaseTrace: Sendable {
    package struct Link: Hashable, Sendable {
        /// As the case calls it.
        package let name: String
        package let url: String
    }

    /// A frame's connection is the number of its link, counted from 1.
    package fileprivate(set) var links: [Link] = []
    package fileprivate(set) var frames: [RecordedFrame] = []
    package fileprivate(set) var calls: [RecordedCall] = []

    package var isEmpty: Bool { self.frames.isEmpty && self.calls.isEmpty }
}

final class Trace: Sendable {
    private let content = Mutex(CaseTrace())
    private let time = SystemTime()

    var all: CaseTrace { self.content.withLock(\.self) }

    /// - Returns: the number of the connection.
    func add(_ link: CaseTrace.Link) -> Int {
        self.content.withLock { content in
            content.links.append(link)
            return content.links.count
        }
    }

    func add(_ content: RecordedFrame.Content, isSent: Bool, connection: Int) {
        let frame = RecordedFrame(
            time: self.time.now(), isSent: isSent, connection: connection, content: content)
        self.content.withLock { $0.frames.append(frame) }
    }

    func now() -> ChannelsTimestamp { self.time.now() }

    /// - Parameter start: when the request was sent.
    func addCall(
        _ request: HTTPRequest, at start: ChannelsTimestamp, _ response: HTTPResponse
    ) {
        let mask = SecretMask()
        let scheme = request.origin.tls == nil ? "http" : "https"
        let url = "\(scheme)://\(request.origin.address)\(request.target)"
        let call = RecordedCall(
            time: start, duration: self.time.now().duration(since: start), method: request.method,
            url: mask.text(url), body: mask.text(String(decoding: request.body, as: UTF8.self)),
            status: response.status,
            response: mask.text(String(decoding: response.body, as: UTF8.self)))
        self.content.withLock { $0.calls.append(call) }
    }
}
