import ChannelsProtocol

/// A price that changes at random, in hundredths, and stays near its start.
struct PriceWalk: Hashable, Sendable {
    let symbol: String
    let channel: ChannelName
    private let start: Int
    private(set) var price: Int

    /// - Parameter price: the start, greater than zero because changes are relative to it.
    init(symbol: String, channel: ChannelName, price: Int) {
        precondition(price > 0)
        self.symbol = symbol
        self.channel = channel
        self.start = price
        self.price = price
    }

    /// Changes by at most two thousandths, and stays between half and twice the start.
    mutating func move(using generator: inout SeededGenerator) {
        let most = max(1, self.price / 500)
        let next = self.price + Int.random(in: -most...most, using: &generator)
        self.price = min(max(next, self.start / 2), self.start * 2)
    }

    /// `{"symbol":…,"price":…,"change":…}`; the change is in per cent since the start.
    var event: Publication {
        let basisPoints = (self.price - self.start) * 10_000 / self.start
        return self.publication(
            "price",
            ["price": Self.decimal(self.price), "change": Self.decimal(basisPoints)])
    }

    /// `{"symbol":…,"price":…,"amount":…}`
    func trade(using generator: inout SeededGenerator) -> Publication {
        let amount = Int.random(in: 1...250, using: &generator)
        return self.publication(
            "trade", ["price": Self.decimal(self.price), "amount": Self.decimal(amount)])
    }

    private func publication(_ event: EventName, _ fields: JSONValue) -> Publication {
        let symbol = JSONValue.Object.Member(key: "symbol", value: .string(self.symbol))
        let members = [symbol] + (fields.objectValue?.members ?? [])
        let data = EventData(JSONValue.object(JSONValue.Object(members)).compactText)
        return Publication(event: event, channels: [self.channel], data: data)
    }

    private static func decimal(_ hundredths: Int) -> JSONValue {
        let digits = String(hundredths.magnitude)
        let padded = String(repeating: "0", count: max(0, 3 - digits.count)) + digits
        return .number("\(hundredths < 0 ? "-" : "")\(padded.dropLast(2)).\(padded.suffix(2))")
    }
}
