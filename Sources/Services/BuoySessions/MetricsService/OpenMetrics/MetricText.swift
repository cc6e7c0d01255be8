import BuoyTextScreen
import ChannelsMeasurements

/// OpenMetrics 1.0, or the older text format of Prometheus 0.0.4 ("Exposition formats"):
/// https://github.com/prometheus/OpenMetrics/blob/main/specification/OpenMetrics.md
struct MetricText {
    enum Format: Hashable, Sendable {
        case openMetrics
        case prometheus

        var contentType: String {
            switch self {
            case .openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
            case .prometheus: "text/plain; version=0.0.4; charset=utf-8"
            }
        }

        /// OpenMetrics, unless the client accepts only plain text.
        init(accept: String?) {
            let ranges = (accept ?? "").lowercased().split(separator: ",").filter { range in
                // A weight of 0 means "not this" (RFC 9110, section 12.4.2).
                !range.split(separator: ";").dropFirst().contains {
                    $0.filter { $0 != " " }.wholeMatch(of: /q=0(\.0*)?/) != nil
                }
            }.map { $0.prefix { $0 != ";" }.filter { $0 != " " } }
            let isPlain =
                ranges.contains("text/plain") && !ranges.contains("application/openmetrics-text")
            self = isPlain ? .prometheus : .openMetrics
        }
    }

    private let format: Format
    private var lines: [String] = []

    static func text(of registry: MetricRegistry, _ format: Format) -> String {
        var text = MetricText(format: format)
        for family in registry.families {
            text.add(family, registry.values[family] ?? [:])
        }
        if format == .openMetrics { text.lines.append("# EOF") }
        return text.lines.map { $0 + "\n" }.joined()
    }

    private init(format: Format) { self.format = format }

    private mutating func add(
        _ family: MetricFamily, _ values: [[String]: MetricRegistry.Value]
    ) {
        let name = self.format == .openMetrics ? family.name : family.sampleName
        self.lines.append("# TYPE \(name) \(self.type(of: family))")
        if self.format == .openMetrics, let unit = family.unit {
            self.lines.append("# UNIT \(name) \(unit.rawValue)")
        }
        self.lines.append("# HELP \(name) \(Self.escaped(family.help))")
        let series = values.sorted { $0.key.lexicographicallyPrecedes($1.key) }
        for (labels, value) in series { self.add(family, labels, value) }
    }

    private func type(of family: MetricFamily) -> String {
        switch family.kind {
        case .counter: "counter"
        case .gauge: "gauge"
        case .histogram: "histogram"
        case .info: self.format == .openMetrics ? "info" : "gauge"
        }
    }

    private mutating func add(
        _ family: MetricFamily, _ labels: [String], _ value: MetricRegistry.Value
    ) {
        let pairs = zip(family.labels, labels).map { ($0, $1) }
        switch value {
        case .number(let number):
            self.add(family.sampleName, pairs, Self.written(number))
        case .distribution(let distribution):
            for (bound, count) in distribution.cumulative {
                self.add(family.name + "_bucket", pairs + [("le", "\(bound)")], "\(count)")
            }
            self.add(family.name + "_bucket", pairs + [("le", "+Inf")], "\(distribution.count)")
            self.add(family.name + "_sum", pairs, Self.written(distribution.sum))
            self.add(family.name + "_count", pairs, "\(distribution.count)")
        }
    }

    private mutating func add(_ name: String, _ labels: [(String, String)], _ value: String) {
        let pairs = labels.map { "\($0)=\"\(Self.escaped(Self.cleaned($1)))\"" }
        let braces = pairs.isEmpty ? "" : "{\(pairs.joined(separator: ","))}"
        self.lines.append("\(name)\(braces) \(value)")
    }

    /// Control characters become visible escapes, because people read this with `curl`.
    private static func cleaned(_ text: String) -> String { PlainOutput.line(text) }

    /// The text with backslashes, quotation marks and line feeds escaped.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\\\"
            case "\"": escaped += "\\\""
            case "\n": escaped += "\\n"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// Without a decimal point if the number is whole.
    static func written(_ number: Double) -> String {
        if number.isNaN { return "NaN" }
        if number.isInfinite { return number < 0 ? "-Inf" : "+Inf" }
        return Int64(exactly: number).map(String.init) ?? "\(number)"
    }
}
