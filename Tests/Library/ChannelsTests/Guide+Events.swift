import Channels
import ChannelsDiagnostics
import Foundation

extension Guide {
    // guide: order start
    struct Order: Decodable {
        var id: Int
        var total: Double
    }
    // guide: order end

    static func bind(_ client: ChannelsClient) async throws {
        // guide: bind start
        let orders = try await client.subscribe("orders")
        let created = await orders.bind("created") { event in
            guard let order = try? event.decode(Order.self) else { return }
            print("order \(order.id): \(order.total)")
        }
        await client.bind("created") { event in print("\(event.channel?.text ?? "no channel")") }
        await client.bind { event in print("\(event.name)") }
        // guide: bind end
        print("\(created.id)")
    }

    static func unbind(
        _ client: ChannelsClient, _ orders: ChannelsClient.Channel, _ created: EventBinding
    ) async {
        // guide: unbind start
        await client.unbind(created)
        await orders.unbindAll()
        // guide: unbind end
    }

    static func channelEvents(_ client: ChannelsClient) async throws {
        // guide: channel-events start
        let orders = try await client.subscribe("orders")
        for await event in orders.events("created") {
            do throws(ChannelsError) {
                let order = try event.decode(Order.self)
                print("order \(order.id)")
            } catch {
                print("\(error)")
            }
        }
        // guide: channel-events end
    }

    static func times(_ client: ChannelsClient) async {
        // guide: times start
        for await event in client.events("created") {
            print("\(event.time.date) \(event.channel == "orders")")
        }
        // guide: times end
    }

    static func data(_ event: ReceivedEvent) {
        // guide: data start
        let name: String = event.name.text
        let text = event.data.text
        let id = event.data.json?["id"]?.intValue
        let sender = event.userID
        print("\(name) \(text) \(id ?? 0) \(sender?.text ?? "the application")")
        // guide: data end
    }

    static func keeping(_ client: ChannelsClient) async {
        // guide: keeping start
        var latest: [ReceivedEvent] = []
        for await event in client.events("created") {
            latest.append(event.detached())
            if latest.count > 100 { latest.removeFirst() }
        }
        // guide: keeping end
    }

    static func stream(_ client: ChannelsClient) async throws {
        // guide: stream start
        for await report in client.reports { print("\(report)") }
        // guide: stream end
    }

    static func received(_ client: ChannelsClient) async {
        // guide: received start
        for await report in client.reports {
            switch report.kind {
            case .received(let event):
                print("\(event.name): \(event.data.text)")
            case .memberAdded(let channel, let member):
                print("\(member.id) joined \(channel)")
            case .stateChanged(let change):
                print("\(change.current)")
            default:
                continue
            }
        }
        // guide: received end
    }

    static func typed(_ orders: ChannelsClient.Channel) async throws {
        // guide: typed start
        for try await order in orders.events("created", as: Order.self) {
            print("order \(order.id): \(order.total)")
        }
        // guide: typed end
    }

    static func decoder(_ orders: ChannelsClient.Channel) async throws {
        // guide: decoder start
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        for try await order in orders.events("created", as: Order.self, decoder: decoder) {
            print("order \(order.id): \(order.total)")
        }
        // guide: decoder end
    }

    static func waitingHandler(
        _ orders: ChannelsClient.Channel, _ store: @escaping @Sendable (Order) async -> Void
    ) async {
        // guide: waiting-handler start
        await orders.bind("created") { event in
            guard let order = try? event.decode(Order.self) else { return }
            await store(order)
        }
        // guide: waiting-handler end
    }

    static func unbound(_ client: ChannelsClient, _ orders: ChannelsClient.Channel) async {
        // guide: unbound start
        let count = await orders.unboundEventCount
        if count > 0 { print("\(count) events on \(orders) had no listener") }
        // guide: unbound end
    }
}
