import ChannelsProtocol
import OrderedCollections
import Testing

@testable import BuoyCharts
@testable import BuoyDashboard

@Suite("What a chart draws")
struct ChartTests {
    private static func report(
        _ data: String, second: Double = 1000, channel: String = "a"
    ) -> ClientReport {
        let nanoseconds = Int64(second * 1e9)
        let event = ChannelsEvent(
            name: "price", channel: ChannelName(wire: channel), data: EventData(data))
        return ClientReport(
            number: 1,
            time: ChannelsTimestamp(
                monotonicNanoseconds: nanoseconds, wallMicroseconds: nanoseconds / 1000),
            kind: .received(event))
    }

    private static func chart(_ data: [String]) throws -> Chart {
        var chart = Chart(try ChartSource("data.price"), ChartFilter())
        for text in data { chart.handle(Self.report(text)) }
        return chart
    }

    @Test(
        "what is not a finite number is counted, and not drawn",
        arguments: ["NaN", "1e999", "-1e999", "\"inf\"", "\"0x10\"", "true", "null", "[1]", "\"\""])
    func hostile(_ value: String) throws {
        let chart = try Self.chart([#"{"price":\#(value)}"#])
        #expect(chart.lines.isEmpty)
        #expect(chart.withoutNumber == 1)
    }

    @Test("strings with numbers are numbers, and the largest numbers have a range")
    func numbers() throws {
        let chart = try Self.chart([
            #"{"price":"64.5"}"#, #"{"price":1e308}"#, #"{"price":-1e308}"#,
        ])
        #expect(chart.withoutNumber == 0)
        let line = try #require(chart.lines.values.first)
        let point = try #require(
            line.series.columns(1, of: .minute, until: 1000_000_000_000).first ?? nil)
        #expect(point.most == 1e308 && point.least == -1e308 && point.last == -1e308)
        #expect(point.median == 64.5)
        var grid = ChartGrid(width: 2, height: 2, isBraille: true)
        grid.draw([point], in: -1e308...1e308)
        // The ends and few dots between them; the line is the median.
        #expect(grid.band == [0x8B, 0, 0xC2, 0])
        #expect(grid.line.filter { $0 != 0 }.count == 1)
    }

    @Test("a chart shows a minute until it has values of more, then five; arrows choose")
    func span() throws {
        var chart = try Self.chart([#"{"price":1}"#])
        let now = { (second: Double) in Self.report("", second: second).time }
        #expect(chart.span(at: now(1010)) == .minute)
        #expect(chart.span(at: now(1060)) == .minute)
        #expect(chart.span(at: now(1061)) == .fiveMinutes)
        #expect(try Self.chart([]).span(at: now(9000)) == .minute)
        chart.changeSpan(by: 1, at: now(1061))
        #expect(chart.span(at: now(1010)) == .quarter)
        #expect(chart.emptied.span(at: now(1010)) == .quarter)
    }

    @Test("slots have the least, the most and the last, and forget what is too long ago")
    func slots() {
        var series = ChartSeries()
        for (value, second) in [(5.0, 10), (9.0, 10), (2.0, 10), (7.0, 40)] as [(Double, Int64)] {
            series.add(value, at: second * 1_000_000_000)
        }
        let columns = series.columns(2, of: .minute, until: 60 * 1_000_000_000)
        #expect(columns[0]?.most == 9 && columns[0]?.least == 2 && columns[0]?.last == 2)
        #expect(columns[1]?.last == 7)
        let later = series.columns(2, of: .minute, until: 75 * 1_000_000_000)
        #expect(later[0]?.last == 7 && later[1] == nil)
        series.add(1, at: 10 * 1_000_000_000 - 3_600_000_000_000)
        #expect(series.columns(2, of: .minute, until: 60 * 1_000_000_000)[0]?.least == 2)
    }

    @Test("the median of a fast stream is about that of its values, whatever their number")
    func median() throws {
        var point = ChartPoint(0)
        for number in 1...1_000_000 { point.add(Double(number % 1000)) }
        #expect(point.count == 1_000_001 && point.least == 0 && point.most == 999)
        #expect((330...670).contains(point.median))
        var huge = ChartPoint(1e300)
        huge.add(2e300)
        #expect((1e300...2e300).contains(huge.median), "a Float has no such number")
        var few = ChartPoint(3)
        for value in [9.0, 1, 4, 2] { few.add(value) }
        #expect(few.median == 3)
    }

    @Test("values from 12 to 299 at 450 a second are a band with a line in it, not a block")
    func fast() throws {
        var chart = Chart(try ChartSource("data.price"), ChartFilter())
        for number in 0..<(60 * 450) {
            let value = 12 + number * 7919 % 288
            chart.handle(Self.report(#"{"price":\#(value)}"#, second: 1000 + Double(number) / 450))
        }
        let line = try #require(chart.lines.values.first)
        let columns = line.series.columns(70, of: .minute, until: 1_059_990_000_000)
        #expect(columns.allSatisfy { $0 != nil })
        for column in columns.compactMap({ $0 }).dropFirst() {
            #expect(column.least < 20 && column.most > 290)
            #expect((120...190).contains(column.median))
        }
        var grid = ChartGrid(width: 70, height: 16, isBraille: true)
        grid.draw(columns, in: 12...299)
        let dots = grid.line.reduce(0) { $0 + $1.nonzeroBitCount }
        #expect(dots < 70 * 16, "\(dots) dots of the line")
        #expect(grid.band.allSatisfy { $0.nonzeroBitCount <= 5 })
    }

    @Test("a line is broken where nothing arrived for much longer than usual")
    func gaps() {
        var points = [ChartColumn?](repeating: nil, count: 40)
        for column in (0..<10).map({ $0 }) + (30..<40).map({ $0 }) {
            points[column] = ChartColumn(ChartPoint(1))
        }
        var grid = ChartGrid(width: 40, height: 1, isBraille: false)
        grid.draw(points, in: 0...1)
        #expect(grid.line[9] == 1 && grid.line[20] == 0 && grid.line[30] == 1)
        points[4] = nil
        grid = ChartGrid(width: 40, height: 1, isBraille: false)
        grid.draw(points, in: 0...1)
        #expect(grid.line[4] == 1)
    }

    @Test("a rate is what ended seconds had, and silence is a rate too")
    func rates() throws {
        var chart = Chart(.rate, ChartFilter())
        for second in [1000.1, 1000.2, 1000.9, 1001.5] {
            chart.handle(Self.report("{}", second: second))
        }
        chart.timePassed(
            to: ChannelsTimestamp(monotonicNanoseconds: 1005_000_000_000, wallMicroseconds: 0))
        let line = try #require(chart.lines.values.first)
        let points = line.series.columns(480, of: .minute, until: 1005_000_000_000)
        #expect(points.compactMap { $0?.last } == [3, 1, 0, 0, 0])
    }

    @Test("there are six lines at most, and what is beyond is counted")
    func bounds() throws {
        var chart = Chart(.size, ChartFilter())
        for number in 0..<20 { chart.handle(Self.report("{}", channel: "channel-\(number)")) }
        #expect(chart.lines.count == Chart.lineLimit)
        #expect(chart.beyond == 14)
    }

    @Test(
        "numbers are short",
        arguments: [
            (64_230.44, "64,230.4"), (0, "0"), (-3184.5, "-3,184.5"), (0.00123, "0.00123"),
            (1e308, "1e+308"), (1, "1"), (1.2345e-9, "1.234e-09"),
        ])
    func figures(value: Double, text: String) { #expect(ChartSource.short(value) == text) }
}
