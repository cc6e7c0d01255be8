import BuoyTestSupport
import Channels
import ChannelsProtocol
import Synchronization
import Testing

struct BindingTests {
    private static let price = #"{"event":"price","channel":"ticker","data":"1"}"#
    private static let other = #"{"event":"other","channel":"ticker","data":"2"}"#

    @Test("hits are counted per binding, and reported once per burst")
    func counts() async throws {
        try await ClientScene().play { scene in
            let channel = try await scene.client.subscribe("ticker").name
            let connection = await scene.establish()
            let here = await scene.client.bind("price", on: channel)
            let everywhere = await scene.client.bind("price")
            let all = await scene.client.bind(nil)
            connection.send(Self.price, Self.price, Self.other)
            let hits = await scene.nextHits(of: all.id, atLeast: 3)
            #expect(hits.first { $0.id == here.id }?.total == 2)
            #expect(hits.first { $0.id == everywhere.id }?.total == 2)
            let counts = await scene.client.allBindings.map(\.hits)
            #expect(Array(counts.prefix(2)) == [2, 2])
        }
    }

    @Test("switched off, a binding keeps its count and is not told")
    func switchedOff() async throws {
        try await ClientScene().play { scene in
            try await scene.client.subscribe("ticker")
            let connection = await scene.establish()
            let binding = await scene.client.bind("price")
            let witness = await scene.client.bind("price")
            connection.send(Self.price)
            _ = await scene.nextHits(of: witness.id, atLeast: 1)
            await scene.client.setBinding(binding.id, isEnabled: false)
            connection.send(Self.price)
            _ = await scene.nextHits(of: witness.id, atLeast: 2)
            #expect(await scene.client.allBindings.map(\.hits) == [1, 2])
            #expect(await scene.client.allBindings.map(\.isEnabled) == [false, true])
        }
    }

    @Test("the protocol's own events are heard under their public names")
    func protocolEvents() async throws {
        try await ClientScene().play { scene in
            try await scene.client.subscribe("ticker")
            let connection = await scene.establish()
            let heard = Mailbox<String>()
            await scene.client.bind("pusher:subscription_succeeded") {
                heard.put($0.channel?.text ?? "")
            }
            connection.send(
                #"{"event":"pusher_internal:subscription_succeeded","channel":"ticker"}"#)
            #expect(await heard.take() == "ticker")
        }
    }

    @Test("unbinding one, by name and all")
    func unbinding() async throws {
        let client = try ClientScene().client
        let channel = ChannelName("c")
        let first = await client.bind("a")
        await client.bind("b")
        await client.bind("a", on: channel)
        await client.bind("b", on: channel)
        await client.unbind(first)
        await client.unbind(first)
        #expect(await client.allBindings.count == 3)
        await client.unbindAll("a", on: channel)
        #expect(await client.allBindings.count == 2)
        await client.unbindAll(nil, on: channel)
        #expect(await client.allBindings.map(\.event) == ["b"])
    }
}

extension ClientScene {
    /// The last totals told when a binding's total has reached a number.
    func nextHits(of id: BindingID, atLeast total: Int) async -> [BindingHits] {
        var totals: [BindingID: Int] = [:]
        while let kind = await self.report.next() {
            guard case .bindingsHit(let hits) = kind else { continue }
            for hit in hits { totals[hit.id] = hit.total }
            if totals[id, default: 0] >= total { break }
        }
        return totals.map { BindingHits(id: $0.key, total: $0.value) }
    }
}
