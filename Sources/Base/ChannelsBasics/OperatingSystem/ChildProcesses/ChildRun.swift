internal import ChannelsPOSIX

struct ChildRun: ~Copyable {
    private let process: pid_t
    private let manner: ChildProcess.Manner
    private let socket: Int32
    private var rest: ArraySlice<UInt8>?
    private var isUnread = false
    private var output: [UInt8] = []
    private var isOpen = true
    private var status: Int32?

    init(
        _ words: [String], input: [UInt8], manner: ChildProcess.Manner
    ) throws(ChildProcess.Problem) {
        // Sockets, because writing to one whose other end is closed can return an error instead of
        // raising a signal.
        guard let (socket, itsSocket) = SocketPair.open() else { throw Self.problem(errno) }
        defer { close(itsSocket) }
        let start = ProgramStart(
            variables: SecretVariable.otherEntries, socket: itsSocket,
            inheritsStreams: manner == .conversation, hasOwnGroup: manner == .errand)
        let (process, error) = start(words)
        guard error == 0 else {
            close(socket)
            throw Self.problem(error)
        }
        self.process = process
        self.manner = manner
        self.socket = socket
        self.rest = input[...]
    }

    deinit { close(self.socket) }

    private static func problem(_ error: Int32) -> ChildProcess.Problem {
        .notRun(error == ENOENT ? "not found" : FileProblem.systemWords(error))
    }

    mutating func finish(before deadline: Deadline) throws(ChildProcess.Problem) -> [UInt8] {
        while true {
            // In this order: what a program printed before its end is read after it.
            self.reap()
            self.write()
            let hasRead = self.read()
            if self.output.count > ChildProcess.outputLimit {
                self.end()
                throw .tooMuchOutput
            }
            if let status, self.isOver(hasRead: hasRead) {
                guard status == 0 else { throw .refused(status: status) }
                guard !self.isUnread else { throw .unread }
                return self.output
            }
            guard deadline.isAhead else {
                self.end()
                throw deadline.isCancelled ? .cancelled : .noAnswer
            }
            if !hasRead { self.wait() }
        }
    }

    /// Whether nothing of it is left once the program itself has ended.
    private func isOver(hasRead: Bool) -> Bool {
        switch self.manner {
        case .errand: !self.isOpen && !ProcessGroup.isAlive(self.process)
        // Its agents may keep its output open.
        case .question, .conversation: !hasRead
        }
    }

    // MARK: Steps

    private func wait() {
        guard self.isOpen else {
            poll(nil, 0, 10)
            return
        }
        let events = POLLIN | (self.rest == nil ? 0 : POLLOUT)
        var state = pollfd(fd: self.socket, events: Int16(events), revents: 0)
        poll(&state, 1, 20)
    }

    private mutating func reap() {
        guard self.status == nil else { return }
        var status: Int32 = 0
        guard waitpid(self.process, &status, WNOHANG) == self.process else { return }
        let signal = status & 0x7F
        self.status = signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }

    private mutating func write() {
        while let rest, !rest.isEmpty {
            let count = rest.withUnsafeBytes { SocketPair.send($0, to: self.socket) }
            if count > 0 {
                self.rest = rest.dropFirst(count)
            } else if count < 0, errno == EAGAIN || errno == EINTR {
                // A program that has ended reads no more input.
                if self.status != nil { self.stopWriting(isUnread: true) }
                return
            } else {
                self.stopWriting(isUnread: true)
            }
        }
        if self.rest != nil { self.stopWriting(isUnread: false) }
    }

    private mutating func stopWriting(isUnread: Bool) {
        self.rest = nil
        self.isUnread = isUnread
        shutdown(self.socket, Int32(SHUT_WR))
    }

    private mutating func read() -> Bool {
        guard self.isOpen else { return false }
        var hasRead = false
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        for _ in 0..<Self.mostReads {
            let count = recv(self.socket, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                if count == 0 || errno != EAGAIN { self.isOpen = false }
                return hasRead
            }
            hasRead = true
            self.keep(buffer[..<count])
        }
        return hasRead
    }

    /// A program that prints endlessly has a deadline too.
    private static let mostReads = 16

    private mutating func keep(_ bytes: ArraySlice<UInt8>) {
        switch self.manner {
        case .errand: self.output += bytes.prefix(ChildProcess.outputLimit - self.output.count)
        case .question, .conversation: self.output += bytes
        }
    }

    // MARK: The end

    /// How long it may take to end after SIGTERM, in steps of 10 ms.
    private static let lastSteps = 20

    /// Including everything that an errand started. Takes at most about 0.2 s, or 0.4 s if the
    /// system prevents it from ending.
    private mutating func end() {
        self.send(SIGTERM)
        self.waitForEnd()
        self.send(SIGKILL)
        self.waitForEnd()
    }

    private func send(_ signal: Int32) {
        if self.manner == .errand {
            kill(-self.process, signal)
        } else if self.status == nil {
            kill(self.process, signal)
        }
    }

    private mutating func waitForEnd() {
        for _ in 0..<Self.lastSteps {
            self.reap()
            let isAlive = self.manner == .errand && ProcessGroup.isAlive(self.process)
            if self.status != nil, !isAlive { return }
            poll(nil, 0, 10)
        }
    }
}
