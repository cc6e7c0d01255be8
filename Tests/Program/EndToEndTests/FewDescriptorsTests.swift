import BuoyTestBasics
import BuoyTestSupport
import Glibc
import Testing

@Suite("Few descriptors", .inTurn)
struct FewDescriptorsTests {
    @Test(
        "too few are told as what they are, before anything is started", arguments: [10, 17, 24])
    func tooFew(limit: Int) throws {
        let terminal = try PseudoTerminal(
            BuiltProgram.path, columns: 200, redirection: "ulimit -n \(limit);")
        #expect(terminal.end() == 1)
        #expect(
            terminal.shows("buoy: Too many open files: the limit is \(limit)"),
            "\(terminal.screen.text)")
        #expect(terminal.screen.text.contains("ulimit -n 256"))
    }

    @Test("if hardly any is free, it is told before the runtime needs one", arguments: 4...8)
    func hardlyAny(last: Int) throws {
        // The shell leaves these open, and closes the others that the program could have.
        let inherited = (3...9).map { $0 <= last ? "exec \($0)</dev/null;" : "exec \($0)<&-;" }
            .joined()
        let terminal = try PseudoTerminal(
            BuiltProgram.path, columns: 200, redirection: "\(inherited) ulimit -n 10;")
        #expect(terminal.end() == 1)
        #expect(
            terminal.shows("buoy: Too many open files: the limit is 10"),
            "\(terminal.screen.text)")
    }

    /// Starts a server whose limit is 64, and opens connections to it that send nothing.
    private func crowd(_ arguments: [String], _ send: String) throws -> (Running, Int, [RawSocket])
    {
        let running = try Running(arguments, script: "ulimit -n 64; exec \"$0\" \"$@\"")
        let address = /127\.0\.0\.1:(\d+)/
        waitUntil { (running.output + running.errors).contains(address) }
        let text = running.output + running.errors
        let port = try #require(text.firstMatch(of: address).flatMap { Int($0.1) }, "\(text)")
        let crowd = (0..<150).map { _ in
            let socket = RawSocket.connect(port: port)
            socket.write(send)
            return socket
        }
        return (running, port, crowd)
    }

    @Test(
        "a server whose descriptors run out says so once, goes on, and uses no time for it",
        arguments: [
            ["sandbox", "--quiet", "--listen", "0"],
            [
                "proxy", "127.0.0.1:1", "--listen", "127.0.0.1:0",
                "--when-unreachable", "status 502",
            ],
        ])
    func crowded(arguments: [String]) throws {
        // A WebSocket never makes room for others; that of the proxy waits for the fault to end.
        let isProxy = arguments.first == "proxy"
        let fault = isProxy ? ["--fault", "unreachable"] : []
        var (running, port, crowd) = try self.crowd(
            arguments + fault,
            """
            GET /app/buoy-sandbox-key?protocol=7 HTTP/1.1\r
            Host: 127.0.0.1\r
            Upgrade: websocket\r
            Connection: Upgrade\r
            Sec-WebSocket-Version: 13\r
            Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
            \r

            """)
        waitUntil { running.errors.contains("ulimit -n") }
        let told = "Too many open files (limit 64): no more clients for now. Try ulimit -n 4096."
        #expect(running.errors.contains(told), "\(running.errors)")
        // Not a wait for anything: what it does in a second is measured.
        let before = running.processorTime
        usleep(1_000_000)
        #expect(running.processorTime - before < 0.25)
        crowd.removeAll()
        let isServed = (0..<200).contains { _ in
            let socket = RawSocket.connect(port: port)
            socket.write("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            return socket.readTextToEnd().hasPrefix("HTTP/1.1")
        }
        #expect(isServed)
        #expect(running.errors.split(separator: told).count <= 2, "\(running.errors)")
        running.interrupt()
        #expect(running.waitForEnd() == 130)
    }

    @Test("half requests make room for others when descriptors run out")
    func halfRequests() throws {
        let (running, port, crowd) = try self.crowd(
            ["sandbox", "--quiet", "--listen", "0"], "GET / HTTP/1.1\r\nX: ")
        // The first one may be the one for which room is made.
        let isServed = (0..<200).contains { _ in
            let socket = RawSocket.connect(port: port)
            socket.write("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            return socket.readTextToEnd().hasPrefix("HTTP/1.1 200")
        }
        #expect(isServed)
        withExtendedLifetime(crowd) {}
        running.interrupt()
        #expect(running.waitForEnd() == 130)
    }

    @Test("a low limit that may be raised is raised")
    func raised() throws {
        let terminal = try PseudoTerminal(
            BuiltProgram.path, columns: 80, redirection: "ulimit -S -n 16;")
        #expect(terminal.shows("CONNECTED"), "\(terminal.screen.text)")
        terminal.type("Q")
        #expect(terminal.end() == 0)
    }
}
