import BuoyTestBasics
import Channels
import ChannelsHTTPAPI
import ChannelsTesting
import Foundation
import Testing

/// Decoders and encoders with settings of one's own.
@Suite(.inTurn)
struct CoderTests {
    private struct Order: Codable, Equatable, Sendable {
        var orderID: Int
        var placedAt: Date
    }

    private static let order = Order(orderID: 7, placedAt: Date(timeIntervalSince1970: 0))
    private static let text = #"{"order_id":7,"placed_at":"1970-01-01T00:00:00Z"}"#

    private static func decoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        decoder.keyDecodingStrategy = .custom { path in
            Name(path.last?.stringValue == "order_id" ? "orderID" : "placedAt")
        }
        return decoder
    }

    private static func encoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.keyEncodingStrategy = .custom { path in
            Name(path.last?.stringValue == "orderID" ? "order_id" : "placed_at")
        }
        encoder.outputFormatting = .sortedKeys
        return encoder
    }

    private struct Name: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(_ text: String) { self.stringValue = text }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    @Test("one call has a decoder of its own")
    func call() throws {
        let event = ReceivedEvent("created", on: "orders", data: EventData(Self.text))
        #expect(try event.decode(Order.self, using: Self.decoder()) == Self.order)
        #expect(try event.data.decode(Order.self, using: Self.decoder()) == Self.order)
        let error = #expect(throws: ChannelsError.self) { try event.decode(Order.self) }
        #expect(error?.description == #"The data of created is not Order: "orderID" is missing."#)
    }

    @Test("data is made of a value")
    func encoding() throws {
        #expect(try EventData(encoding: Self.order, using: Self.encoder()).text == Self.text)
        let error = #expect(throws: ChannelsError.self) { try EventData(encoding: Double.infinity) }
        #expect(error?.description.hasPrefix("The value is not Double: ") == true)
    }

    @Test("what an application tells of a member is decoded")
    func member() throws {
        struct User: Decodable { var name: String }
        let ana = PresenceMember(id: "ana", info: ["name": "Ana"])
        #expect(try ana.decode(User.self).name == "Ana")
        let error = #expect(throws: ChannelsError.self) {
            try PresenceMember(id: "ben").decode(User.self)
        }
        #expect(error?.description.hasPrefix("The info of the member ben is not User") == true)
    }

    @Test("the options have the coders of a client", arguments: [false, true])
    func options(perCall: Bool) async throws {
        var options = ChannelsOptions(
            appKey: "key", host: .cluster("eu"), authMethod: .inline(secret: AppSecret("s")))
        if !perCall {
            options.decoder = Self.decoder()
            options.encoder = Self.encoder()
        }
        let server = ScriptedServer()
        let client = try server.client(options)
        let orders = try await client.subscribe("private-orders")
        let placed = orders.events(
            "placed", as: Order.self, decoder: perCall ? Self.decoder() : nil)
        let everywhere = client.events(
            "placed", as: Order.self, decoder: perCall ? Self.decoder() : nil)
        async let running: Void = client.run()
        await client.connect()
        let connection = try await server.nextAttempt().establish()
        try await connection.nextSubscription().confirm()
        connection.publish("placed", on: "private-orders", data: EventData(Self.text))
        for try await order in placed {
            #expect(order == Self.order)
            break
        }
        for try await order in everywhere {
            #expect(order == Self.order)
            break
        }
        try await orders.trigger(
            "client-placed", encoding: Self.order, encoder: perCall ? Self.encoder() : nil)
        #expect(try await connection.nextEvent().data.text == Self.text)
        await client.stop()
        await running
    }

    @Test("the HTTP API encodes with the same settings, one event and a batch")
    func api() throws {
        var options = ChannelsAPIOptions(
            appID: "1", appKey: "key", secret: AppSecret("s"), host: .cluster("eu"))
        options.encoder = Self.encoder()
        _ = try ChannelsAPI(options)
        let event = try BatchEvent(
            "placed", on: "orders", encoding: Self.order, encoder: Self.encoder())
        #expect(event.data.text == Self.text)
        #expect(BatchEvent("placed", on: "orders", data: ["id": 7]).data.text == #"{"id":7}"#)
        #expect(BatchEvent("placed", on: "orders", data: "text").data.text == "text")
    }
}
