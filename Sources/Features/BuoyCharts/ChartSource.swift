import BuoyDashboard
import ChannelsEventWords
import ChannelsProtocol

enum ChartSource: Hashable, Sendable {
    case data(DataPath)
    case sequence(DataPath)
    case rate
    case size
    /// In milliseconds.
    case roundTrip

    /// The argument of `:chart`; `nil` for a sequence.
    var word: String? {
        switch self {
        case .data(let path): path.text
        case .sequence: nil
        case .rate: "rate"
        case .size: "size"
        case .roundTrip: "rtt"
        }
    }

    init(_ word: String) throws(PromptRefusal) {
        switch word {
        case "rate": self = .rate
        case "size": self = .size
        case "rtt": self = .roundTrip
        default:
            self = .data(
                try Self.path(
                    word, or: "type what to plot: a path such as data.price, or rate, size or rtt"))
        }
    }

    init(sequence word: String) throws(PromptRefusal) {
        self = .sequence(
            try Self.path(word, or: "type the path of the sequence number, such as data.n")
        )
    }

    private static func path(
        _ word: String, or advice: String
    ) throws(PromptRefusal) -> DataPath {
        guard let first = word.first, first.isLetter else {
            throw PromptRefusal(text: advice, range: 0..<word.count)
        }
        let isWhole = word.hasPrefix("data.") || word.hasPrefix("data[")
        do {
            // As in the filter, `price` means `data.price`.
            return try DataPath(parsing: isWhole ? word : "data." + word)
        } catch {
            throw PromptRefusal(text: error.description, range: 0..<word.count)
        }
    }

    var title: String {
        switch self {
        case .data(let path): path.text
        case .sequence(let path): "sequence \(path.text)"
        case .rate: "events per second"
        case .size: "data size"
        case .roundTrip: "round trip"
        }
    }

    func text(of value: Double) -> String {
        switch self {
        case .data: Self.short(value)
        case .sequence: Int64(exactly: value).map { Figures.grouped(Int($0)) } ?? Self.short(value)
        case .rate: Self.short(value)
        case .size: Figures.bytes(Int(exactly: value.rounded()) ?? 0)
        case .roundTrip:
            Figures.roundTrip(.nanoseconds(Int64(exactly: (value * 1e6).rounded()) ?? 0))
        }
    }

    /// A number with about six digits: `64 230.4`, `0.00123`, `1e+308`.
    static func short(_ value: Double) -> String {
        let size = value.magnitude
        guard size > 0 else { return "0" }
        guard size >= 1e-4, size < 1e12 else { return Self.scientific(value) }
        let decimals = size >= 10_000 ? 1 : size >= 100 ? 2 : size >= 1 ? 3 : 6
        var factor = 1
        for _ in 0..<decimals { factor *= 10 }
        guard let scaled = Int(exactly: (size * Double(factor)).rounded()) else {
            return "\(value)"
        }
        var fraction = String(scaled % factor + factor).dropFirst()
        while fraction.last == "0" { fraction.removeLast() }
        return (value < 0 ? "-" : "") + Figures.grouped(scaled / factor)
            + (fraction.isEmpty ? "" : ".\(fraction)")
    }

    /// The description of a number has up to 17 digits before its exponent.
    private static func scientific(_ value: Double) -> String {
        let text = "\(value)"
        guard let exponent = text.lastIndex(of: "e") else { return text }
        return String(text[..<exponent].prefix(5)) + text[exponent...]
    }
}

struct ChartFilter: Hashable, Sendable {
    /// Empty for all.
    var channels: Set<ChannelName> = []
    /// Empty for all.
    var events: Set<EventName> = []

    func matches(_ event: ChannelsEvent) -> Bool {
        if !self.events.isEmpty, !self.events.contains(event.name) { return false }
        guard !self.channels.isEmpty else { return true }
        return event.channel.map(self.channels.contains) ?? false
    }
}

extension EventData {
    /// Also a string that is a number; `nil` for anything that no `Double` represents.
    func number(at path: DataPath) -> Double? {
        guard let value = self.value(at: path.steps) else { return nil }
        let bytes = value.textPrefix(64)
        guard bytes.count < 64,
            let number = JSONValue.number(String(decoding: bytes, as: UTF8.self)).doubleValue,
            number.isFinite
        else { return nil }
        return number
    }
}
