import BuoyServers
import ChannelsProtocol
import ChannelsTransport
import NIOCore

/// Reads a copy of an HTTP request that passes, in case it is one for an authorization, and of the
/// head of its answer. Neither the signature nor what a client sends besides is kept.
struct AuthorizationObserver {
    /// The size of a request that is read; authorizations take some hundred bytes.
    private static let bodyLimit = 16 << 10

    private let head: HTTPHead
    private let line: HTTPRequestLine
    private let start: NIODeadline
    private let length: Int
    private var body: [UInt8] = []
    private var request: PassedAuthorization?
    private var parser = HTTPHeadParser()
    private var input = HTTPInput()
    private var isOver = false

    init(_ head: HTTPHead, _ line: HTTPRequestLine, at start: NIODeadline) {
        self.head = head
        self.line = line
        self.start = start
        self.length = head.headers.first("Content-Length").flatMap { Int($0) } ?? 0
        self.isOver =
            self.length > Self.bodyLimit
            || !(line.method == "POST" && self.length > 0 || line.method == "GET")
    }

    /// - Returns: what the client asks for, once.
    mutating func sends(_ buffer: ByteBuffer) -> PassedAuthorization? {
        guard !self.isOver, self.request == nil else { return nil }
        let left = max(self.length - self.body.count, 0)
        self.body.append(contentsOf: buffer.readableBytesView.prefix(left))
        guard self.body.count >= self.length else { return nil }
        self.request = self.asked()
        self.isOver = self.request == nil
        self.body = []
        return self.request
    }

    mutating func receives(_ buffer: ByteBuffer, at time: NIODeadline) -> PassedAuthorization? {
        guard !self.isOver, self.request != nil else { return nil }
        buffer.withUnsafeReadableBytes { self.input.append($0) }
        do throws(HTTPSyntaxError) {
            guard let head = try self.parser.parse(&self.input) else { return nil }
            return self.answered(try HTTPStatusLine(head.startLine).status, at: time)
        } catch {
            return self.answered(nil, at: time)
        }
    }

    mutating func ended(at time: NIODeadline) -> PassedAuthorization? {
        self.isOver ? nil : self.answered(nil, at: time)
    }

    private mutating func answered(
        _ status: Int?, at time: NIODeadline
    ) -> PassedAuthorization? {
        // After a 100 the answer follows.
        if let status, (100..<200).contains(status) { return nil }
        self.isOver = true
        let duration = Duration.nanoseconds((time - self.start).nanoseconds)
        self.request?.answer = PassedAuthorization.Answer(status: status, duration: duration)
        return self.request
    }

    private func asked() -> PassedAuthorization? {
        let request = HTTPRequest(
            method: self.line.method, origin: HTTPOrigin(host: "", port: 0),
            target: self.line.target, headers: self.head.headers, body: self.body)
        guard let target = try? RequestTarget(self.line.target),
            let form = try? AuthorizationForm(request, target)
        else { return nil }
        let channel = try? form.channel()
        guard channel != nil || AuthorizationResponder.Subject(path: target.segments) == .user
        else { return nil }
        return PassedAuthorization(socketID: form.socketID, channel: channel)
    }
}
