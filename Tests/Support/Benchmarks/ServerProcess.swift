import ChannelsTransport
import Foundation

/// A server in its own process, so that the figures of this one are those of the client alone.
struct ServerProcess {
    let port: Int
    private let process: Process
    private let input: Pipe

    /// This program.
    static let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()

    /// Starts this program again.
    ///
    /// - Parameter arguments: those that make it serve.
    init(_ arguments: [String]) throws {
        let output = Pipe()
        self.input = Pipe()
        self.process = Process()
        self.process.executableURL = Self.program
        self.process.arguments = arguments
        self.process.standardOutput = output
        self.process.standardInput = self.input
        try self.process.run()
        let line = output.fileHandleForReading.availableData
        let text = String(decoding: line, as: UTF8.self).prefix { $0.isNumber }
        self.port = Int(text) ?? 0
    }

    func stop() {
        try? self.input.fileHandleForWriting.close()
        self.process.waitUntilExit()
    }

    /// Serves until the process that started this one closes its standard input.
    static func serve(_ handler: any ServerHandler) async throws {
        let server = try await NIOServer.listen(
            address: "127.0.0.1", port: 0, tls: nil, handler: handler)
        await Self.serve(port: server.port)
    }

    /// Says the port of a server, and waits as long.
    static func serve(port: Int) async {
        print(port)
        fflush(nil)
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                while readLine() != nil {}
                continuation.resume()
            }
        }
        exit(0)
    }
}
