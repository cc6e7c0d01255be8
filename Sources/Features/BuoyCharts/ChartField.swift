import BuoyDashboard
import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol
import OrderedCollections

/// Something that a chart can show, with its latest values.
struct ChartField: Hashable, Sendable {
    /// The argument of `:chart`.
    let word: String
    /// The latest last.
    let values: [Double]
    /// The channel of `values`. The values of several channels are not one series.
    var channel: ChannelName?
    var otherChannels = 0

    /// As many values as the graph has cells.
    static let valueLimit = 32
    /// How many of the newest events are read for numbers.
    private static let eventLimit = 100
    private static let dataLimit = 10_000

    /// The numbers in the newest events, sorted by their paths, and what every connection has.
    static func all(in ring: EventRing, _ context: PaneContext) -> [ChartField] {
        var values: [String: OrderedDictionary<ChannelName?, [Double]>] = [:]
        var latest: [String: ChannelName?] = [:]
        var sizes: [Double] = []
        for sequence in max(ring.next - Self.eventLimit, ring.first)..<ring.next {
            guard let event = ring[sequence]?.channelEvent else { continue }
            let data = event.data
            sizes.append(Double(data.byteCount))
            guard data.byteCount < Self.dataLimit, let json = data.json else { continue }
            for path in DataPath.paths(in: json) {
                guard let value = data.number(at: path) else { continue }
                values[path.text, default: [:]][event.channel, default: []].append(value)
                latest[path.text] = event.channel
            }
        }
        let record = context.connection.record
        let rates = record.incoming.history(Self.valueLimit, before: context.now.second)
        let others: [(ChartSource, [Double])] = [
            (.rate, rates.map(Double.init)), (.size, sizes),
            (.roundTrip, record.roundTrips.map { Double($0.clampedNanoseconds) / 1e6 }),
        ]
        let fields = values.map { word, series in
            let channel = latest[word] ?? nil
            return ChartField(
                word: word, values: series[channel] ?? [], channel: channel,
                otherChannels: series.count - 1)
        }
        return fields.sorted { $0.word < $1.word }
            + others.compactMap { source, values in
                source.word.map { ChartField(word: $0, values: values) }
            }
    }
}

extension ChartField {
    /// `data.amount       299  ▂▇▄▁█▅`.
    func draw(on canvas: inout Canvas, y: Int, nameWidth: Int, channelWidth: Int) {
        canvas.put(
            SafeText(sanitizing: self.word, limit: 200), x: 2, y: y, maxWidth: nameWidth,
            role: .text)
        let end = 2 + nameWidth + Self.valueWidth
        let source = try? ChartSource(self.word)
        let last = self.values.last.flatMap { source?.text(of: $0) } ?? "none yet"
        canvas.put(
            SafeText(ours: last), endX: end, y: y, maxWidth: Self.valueWidth,
            role: self.values.isEmpty ? .muted : .text)
        let room = min(max(canvas.width - end - 5 - channelWidth, 0), Self.valueLimit)
        let shown = self.values.suffix(room)
        guard let least = shown.min(), let most = shown.max() else { return }
        for (column, value) in shown.enumerated() {
            // Halves, because the difference of two finite numbers may not be one.
            let level = canvas.glyphs.level(
                of: value / 2 - least / 2, highest: most / 2 - least / 2)
            canvas.put(glyph: level, x: end + 2 + column, y: y, role: .graphLow)
        }
        canvas.put(
            self.channelWords, x: end + room + 4, y: y, maxWidth: channelWidth, role: .muted)
    }

    /// `ticker-BTC and 2 others`.
    var channelWords: SafeText {
        guard let channel = self.channel else { return "" }
        let text = SafeText(sanitizing: channel.text, limit: 200)
        guard self.otherChannels > 0 else { return text }
        return "\(text) and \(SafeText(ours: Figures.counted(self.otherChannels, "other")))"
    }

    private static let valueWidth = 12
}
