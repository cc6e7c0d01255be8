import BuoyTestBasics
import ChannelsProtocol
import ChannelsTransport
import Foundation

/// A headless Chromium, controlled through the DevTools protocol. One task uses it.
final class Chromium {
    static let path = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    private let connection: any WebSocketConnection
    private var lastCall = 0
    private var waiting: [[UInt8]] = []

    private init(_ connection: any WebSocketConnection) { self.connection = connection }

    /// Starts a browser with an empty profile, hands it to the test, and ends it.
    static func run(_ test: (Chromium) async throws -> Void) async throws {
        let folder = try TestFolder()
        let process = Process()
        process.executableURL = URL(filePath: self.path ?? "")
        process.arguments = [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            "--no-first-run", "--disable-background-networking", "--renderer-process-limit=4",
            "--remote-debugging-port=0", "--user-data-dir=\(folder.path)", "about:blank",
        ]
        (process.standardOutput, process.standardError) = (
            FileHandle.nullDevice, FileHandle.nullDevice
        )
        try process.run()
        defer {
            process.terminate()
            process.waitUntilExit()
        }
        let lines = try await self.devToolsPlace(in: folder.path)
        let endpoint = WebSocketEndpoint(
            HTTPOrigin(host: "127.0.0.1", port: lines.port), target: lines.path)
        let connection = try await NIOWebSocketConnector().connect(to: endpoint) { _ in }
        try await test(Chromium(connection))
        await connection.close(code: 1000, reason: "", timeLimit: .seconds(1))
    }

    private static func devToolsPlace(in folder: String) async throws -> (port: Int, path: String) {
        var place: (Int, String)?
        try await eventually {
            let text = try? String(contentsOfFile: "\(folder)/DevToolsActivePort", encoding: .utf8)
            let lines = (text ?? "").split(separator: "\n").map(String.init)
            if lines.count == 2, let port = Int(lines[0]) { place = (port, lines[1]) }
            return place != nil
        }
        guard let place else { throw TookTooLong() }
        return place
    }

    struct Failure: Error {
        let text: String
    }

    /// - Returns: the result; events of the browser are dropped.
    @discardableResult
    fileprivate func call(
        _ method: String, _ parameters: JSONValue = [:], session: String? = nil
    ) async throws -> JSONValue {
        self.lastCall += 1
        let number = self.lastCall
        var message: [String: JSONValue] = [
            "id": JSONValue(number), "method": .string(method), "params": parameters,
        ]
        message["sessionId"] = session.map { .string($0) }
        try self.connection.send([Array(JSONValue(message).compactText.utf8)])
        while true {
            while !self.waiting.isEmpty {
                let answer = try JSONValue(parsing: self.waiting.removeFirst())
                guard answer["id"]?.intValue == number else { continue }
                if let error = answer["error"] { throw Failure(text: error.compactText) }
                return answer["result"] ?? .null
            }
            guard case .messages(let batch) = await self.connection.receive() else {
                throw Failure(text: "the browser has ended")
            }
            self.waiting += batch.texts
        }
    }

    /// - Parameter isPerson: whether the tab has a storage of its own, as if on another telephone.
    func tab(_ url: String, isPerson: Bool = true) async throws -> Tab {
        let target = try await self.call("Target.createTarget", ["url": "about:blank"])
        let attached = try await self.call(
            "Target.attachToTarget", ["targetId": target["targetId"] ?? .null, "flatten": true])
        let tab = Tab(browser: self, session: attached["sessionId"]?.stringValue ?? "")
        try await tab.call("Page.enable")
        if isPerson {
            let source =
                "Object.defineProperty(window, 'localStorage', { get: () => sessionStorage })"
            try await tab.call("Page.addScriptToEvaluateOnNewDocument", ["source": .string(source)])
        }
        try await tab.call("Page.navigate", ["url": .string(url)])
        try await tab.wait(
            for: "document.readyState === 'complete' && location.href !== 'about:blank'")
        return tab
    }

    struct Tab {
        fileprivate let browser: Chromium
        fileprivate let session: String

        @discardableResult
        func call(_ method: String, _ parameters: JSONValue = [:]) async throws -> JSONValue {
            try await self.browser.call(method, parameters, session: self.session)
        }

        @discardableResult
        func run(_ script: String) async throws -> JSONValue {
            let answer = try await self.call(
                "Runtime.evaluate", ["expression": .string(script), "returnByValue": true])
            if let problem = answer["exceptionDetails"] {
                throw Failure(text: "\(script): \(problem.compactText)")
            }
            return answer["result"]?["value"] ?? .null
        }

        func wait(for condition: String) async throws {
            // A page that is being loaded has no scripts.
            try await eventually { (try? await self.run("Boolean(\(condition))")) == true }
        }

        func text(_ id: String) async throws -> String {
            try await self.run("document.getElementById('\(id)').textContent").stringValue ?? ""
        }

        func join(_ name: String) async throws {
            try await self.run(
                "document.getElementById('name').value = \(JSONValue.string(name).compactText); "
                    + "document.getElementById('join').requestSubmit()")
        }

        func say(_ text: String) async throws {
            try await self.run(
                "document.getElementById('text').value = \(JSONValue.string(text).compactText); "
                    + "document.getElementById('bar').requestSubmit()")
        }

        func setOffline(_ isOffline: Bool) async throws {
            try await self.call("Network.enable")
            try await self.call(
                "Network.emulateNetworkConditions",
                [
                    "offline": .bool(isOffline), "latency": 0, "downloadThroughput": -1,
                    "uploadThroughput": -1,
                ])
        }
    }
}
