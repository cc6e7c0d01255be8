import ChannelsTransport
import Foundation

/// A server that establishes, confirms subscriptions, and then sends events as fast as they are
/// taken, or at a rate.
struct FloodServer: ServerHandler {
    let plan: FloodPlan

    func respond(to request: HTTPRequest, from peer: String) async -> HTTPResponse {
        HTTPResponse(status: 404)
    }

    func upgrade(_ request: HTTPRequest, from peer: String) async -> UpgradeDecision {
        .accept(subprotocol: nil)
    }

    func serve(_ connection: any ServerWebSocketConnection, request: HTTPRequest) async {
        let hello =
            #"{"event":"pusher:connection_established","data":"#
            + #""{\"socket_id\":\"1.1\",\"activity_timeout\":120}"}"#
        try? connection.send([Array(hello.utf8)])
        guard await self.confirmSubscriptions(connection) else { return }
        await self.flood(connection)
        while case .messages = await connection.receive() {}
    }

    /// Confirms subscriptions until all channels of the plan are subscribed.
    private func confirmSubscriptions(_ connection: any WebSocketConnection) async -> Bool {
        var subscribed = 0
        while subscribed < self.plan.channels {
            guard case .messages(let messages) = await connection.receive() else { return false }
            for text in messages.texts {
                let message = String(decoding: text, as: UTF8.self)
                guard message.contains("pusher:subscribe"),
                    let start = message.range(of: #""channel":""#),
                    let end = message[start.upperBound...].firstIndex(of: "\"")
                else { continue }
                let answer = self.plan.confirmation(of: message[start.upperBound..<end])
                try? connection.send([Array(answer.utf8)])
                subscribed += 1
            }
        }
        return true
    }

    private func flood(_ connection: any WebSocketConnection) async {
        let variety = (0..<max(self.plan.channels, self.plan.names, 64)).map { self.plan.frame($0) }
        let burst = self.plan.rate > 0 ? max(1, self.plan.rate / 500) : 500
        let start = ContinuousClock.now
        var sent = 0
        while sent < self.plan.events {
            let count = min(burst, self.plan.events - sent)
            let texts = (0..<count).map { variety[(sent + $0) % variety.count] }
            while !self.send(texts, connection) { try? await Task.sleep(for: .milliseconds(1)) }
            sent += count
            guard self.plan.rate > 0 else { continue }
            let due = start + .seconds(1) * (Double(sent) / Double(self.plan.rate))
            try? await Task.sleep(until: due, clock: .continuous)
        }
    }

    /// - Returns: whether the connection took them; it does not while its queue is full.
    private func send(_ texts: [[UInt8]], _ connection: any WebSocketConnection) -> Bool {
        do throws(TransportError) {
            try connection.send(texts)
            return true
        } catch .sendQueueFull {
            return false
        } catch {
            return true
        }
    }
}
