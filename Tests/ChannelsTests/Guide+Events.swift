import Channels

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
        await client.bind(nil) { event in print("\(event.name)") }
        // guide: bind end
        print("\(created.id)")
    }

    static func unbind(_ client: ChannelsClient, _ orders: Channel, _ created: Binding) async {
        // guide: unbind start
        await client.setBinding(created.id, isEnabled: false)
        await client.unbind(created.id)
        await orders.unbindAll()
        // guide: unbind end
    }

    static func boundEvents(_ client: ChannelsClient) async throws {
        // guide: bound-events start
        let orders = try await client.subscribe("orders")
        let created = await orders.boundEvents("created")
        for await event in created {
            do {
                let order = try event.decode(Order.self)
                print("order \(order.id)")
            } catch {
                print("\(error)")
            }
        }
        // guide: bound-events end
    }

    static func times(_ client: ChannelsClient) async {
        // guide: times start
        await client.bind("created") { event in
            print("\(event.time.wallMicroseconds) \(event.name)")
        }
        // guide: times end
    }

    static func data(_ event: ReceivedEvent) {
        // guide: data start
        let text = event.data.text
        let id = event.data.json?["id"]?.intValue
        let sender = event.userID
        print("\(text) \(id ?? 0) \(sender?.text ?? "the application")")
        // guide: data end
    }

    static func stream(_ client: ChannelsClient) async throws {
        // guide: stream start
        let events = client.events()
        try await client.subscribe("orders")
        for await event in events {
            guard case .received(let message) = event.kind else { continue }
            print("\(event.time.wallMicroseconds) #\(event.number) \(message.name)")
        }
        // guide: stream end
    }

    static func unbound(_ client: ChannelsClient, _ orders: Channel) async {
        // guide: unbound start
        let count = await orders.unboundEventCount
        if count > 0 { print("\(count) events on \(orders) met no binding") }
        // guide: unbound end
    }
}
