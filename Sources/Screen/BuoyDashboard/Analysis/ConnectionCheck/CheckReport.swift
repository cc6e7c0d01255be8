package import BuoyTextScreen
import ChannelsBasics
import ChannelsEventWords
import ChannelsProtocol

/// Decides the exit code.
package enum CheckFailure: Hashable, Sendable {
    case unreachable
    case refused
    case settings
    case unauthorized
    case timedOut

    init(_ end: ConnectionEnd) {
        if case .failed(let failure) = end.kind, failure.kind == .settings {
            self = .settings
        } else {
            self = end.isRefusal ? .refused : .unreachable
        }
    }
}

package struct CheckReport: Sendable {
    /// Of the JSON format, in `v`.
    static let version = 1

    let address: String
    /// All have a status once the check is complete.
    let steps: [CheckStep]
    package let failure: CheckFailure?
    /// The skipped checks, each with the option that enables it.
    package var unchecked: [String] = []

    package init(unusable settings: [CheckStep], in file: String) {
        self.init(address: file, steps: settings, failure: .settings)
    }

    init(address: String, steps: [CheckStep], failure: CheckFailure?) {
        self.address = address
        self.steps = steps
        self.failure = failure
    }

    package var hasPublished: Bool {
        self.steps.contains { $0.name == .publish && $0.status == .ok }
    }

    package func adding(_ result: (steps: [CheckStep], failure: CheckFailure?)) -> CheckReport {
        var report = CheckReport(
            address: self.address, steps: self.steps + result.steps,
            failure: self.failure ?? result.failure)
        report.unchecked = self.unchecked
        return report
    }

    var hasWarnings: Bool { self.steps.contains { $0.status == .warning } }

    var summary: String {
        let failed = self.steps.filter { $0.status == .failed }
        if let first = failed.first {
            let others = failed.count - 1
            return "\(first.name.text): \(first.detail)"
                + (others > 0 ? " (and \(Figures.counted(others, "other failure")))" : "")
        }
        if let warning = self.steps.first(where: { $0.status == .warning }) {
            return "\(warning.name.text): \(warning.warning ?? warning.detail)"
        }
        return "everything works" + (self.roundTrip.map { ", round trip \($0)" } ?? "")
    }

    private var roundTrip: String? {
        self.steps.first { $0.name == .roundTrip }?.duration.map(Figures.roundTrip)
    }

    /// Strings of peers are made safe.
    package func table(_ alphabet: SafeText.Alphabet) -> [String] {
        let names = self.steps.map { PlainOutput.line($0.name.text, alphabet: alphabet) }
        let width = min(names.map(\.count).max() ?? 0, 40)
        let rows = zip(self.steps, names).map { step, name in
            let time = (step.duration.map(Figures.roundTrip) ?? "").paddedAtStart(to: 9)
            let word = step.status?.word ?? "?    "
            let row = "  \(word) \(name.padded(to: width)) \(time)  \(step.detail)"
            let lines = step.note.isEmpty ? [row] : [row, "        \(step.note)"]
            return lines.map { PlainOutput.line($0.trimmedAtEnd, alphabet: alphabet) }
        }.joined()
        return [PlainOutput.line(self.address, alphabet: alphabet)] + rows
            + (self.uncheckedLine.map { [PlainOutput.line($0, alphabet: alphabet)] } ?? [])
            + [PlainOutput.line(self.lastLine, alphabet: alphabet)]
    }

    private var lastLine: String {
        let result = self.failure != nil ? "Failed" : self.hasWarnings ? "Warning" : "OK"
        return "\(result): \(self.summary)"
    }

    private var uncheckedLine: String? {
        guard self.failure == nil, !self.unchecked.isEmpty else { return nil }
        return "  Not checked: " + self.unchecked.joined(separator: ", ")
    }

    package func json(exitCode: Int) -> String {
        let result = self.failure != nil ? "failed" : self.hasWarnings ? "warning" : "ok"
        var writer = SafeJSONWriter()
        writer.object { writer in
            writer.key("v")
            writer.integer(Self.version)
            writer.key("server")
            writer.string(self.address)
            writer.key("result")
            writer.string(result)
            writer.key("exit_code")
            writer.integer(exitCode)
            writer.key("summary")
            writer.string(self.summary)
            writer.key("steps")
            writer.array { writer in
                for step in self.steps { writer.object { step.write(to: &$0) } }
            }
            writer.key("not_checked")
            writer.array { writer in
                for text in self.unchecked { writer.string(text) }
            }
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Monitoring Plugins Development Guidelines, "Plugin Return Codes".
    package enum ProbeState: Int, Hashable, Sendable {
        case ok = 0
        case warning, critical, unknown

        fileprivate var word: String {
            switch self {
            case .ok: "OK"
            case .warning: "WARNING"
            case .critical: "CRITICAL"
            case .unknown: "UNKNOWN"
            }
        }
    }

    /// When a working connection is a warning, or critical all the same.
    package struct ProbeLimits: Hashable, Sendable {
        package var warning: Duration?
        package var critical: Duration?
        package var warningDays: Int

        package init(warning: Duration? = nil, critical: Duration? = nil, warningDays: Int) {
            self.warning = warning
            self.critical = critical
            self.warningDays = warningDays
        }

        fileprivate func exceeded(by latency: Duration) -> (state: ProbeState, limit: Duration)? {
            if let critical, latency > critical { return (.critical, critical) }
            return self.warning.flatMap { latency > $0 ? (.warning, $0) : nil }
        }
    }

    package func probeState(_ limits: ProbeLimits) -> ProbeState {
        switch self.failure {
        case nil: self.excess(limits)?.state ?? (self.hasWarnings ? .warning : .ok)
        case .settings: .unknown
        case .unreachable, .refused, .unauthorized, .timedOut: .critical
        }
    }

    /// From the start of the attempt to the answer to a ping; `nil` if there was none.
    private var latency: Duration? {
        guard let roundTrip = self.steps.first(where: { $0.name == .roundTrip })?.duration else {
            return nil
        }
        return self.steps.reduce(roundTrip) { sum, step in
            if case .part = step.name { sum + (step.duration ?? .zero) } else { sum }
        }
    }

    private func excess(_ limits: ProbeLimits) -> (state: ProbeState, text: String)? {
        guard let latency, let (state, limit) = limits.exceeded(by: latency) else { return nil }
        return (
            state,
            "connecting and a round trip took \(Figures.roundTrip(latency)), limit "
                + Figures.roundTrip(limit)
        )
    }

    private func probeSummary(_ limits: ProbeLimits) -> String {
        guard self.failure == nil, let excess = self.excess(limits) else { return self.summary }
        return excess.text + (self.hasWarnings ? "; \(self.summary)" : "")
    }

    /// For a monitoring plug-in, with the durations as performance data.
    package func probeLine(_ limits: ProbeLimits, _ alphabet: SafeText.Alphabet) -> String {
        // A bar separates the performance data, so the text may not have one.
        let summary = self.probeSummary(limits).replacing("|", with: "/")
        let figures = self.steps.compactMap { step -> String? in
            guard let duration = step.duration, let label = step.name.label else { return nil }
            return "\(label)=\(duration.microseconds)us"
        }
        let latency = self.latency.map { latency in
            let ends = [limits.warning, limits.critical].map {
                $0.map { "\($0.microseconds)" } ?? ""
            }
            return "latency=\(latency.microseconds)us;\(ends.joined(separator: ";"))"
        }
        let days = self.steps.compactMap(\.certificate).first.map {
            "certificate_days=\($0.daysLeft);\(limits.warningDays):"
        }
        let data = (figures + [latency, days].compactMap(\.self)).joined(separator: " ")
        return PlainOutput.line(
            "BUOY \(self.probeState(limits).word) - \(summary)"
                + (data.isEmpty ? "" : " | \(data)"),
            alphabet: alphabet)
    }
}

extension Duration {
    fileprivate var microseconds: Int64 { self.clampedNanoseconds / 1000 }
}

extension CheckStep {
    fileprivate func write(to writer: inout SafeJSONWriter) {
        writer.key("step")
        writer.string(self.name.kind)
        switch self.name {
        case .channel(let channel), .endpoint(let channel), .roster(let channel):
            writer.key("channel")
            writer.string(channel.text)
        case .setting(let name):
            writer.key("setting")
            writer.string(name)
        default: break
        }
        writer.key("status")
        writer.string(self.status?.rawValue ?? Status.skipped.rawValue)
        if let duration {
            writer.key("microseconds")
            writer.integer(Int(duration.microseconds))
        }
        if !self.detail.isEmpty {
            writer.key("detail")
            writer.string(self.detail)
        }
        if !self.note.isEmpty {
            writer.key("note")
            writer.string(self.note)
        }
        guard let certificate else { return }
        writer.key("certificate")
        writer.object { writer in
            writer.key("subject")
            writer.string(certificate.subject)
            writer.key("issuer")
            writer.string(certificate.issuer)
            writer.key("days_left")
            writer.integer(certificate.daysLeft)
        }
    }
}

extension CheckStep.Name {
    fileprivate var kind: String {
        switch self {
        case .setting: "setting"
        case .part: self.text
        case .roundTrip: "round_trip"
        case .signIn: "sign_in"
        case .channel: "channel"
        case .endpoint: "endpoint"
        case .api: "http_api"
        case .appID: "app_id"
        case .roster: "members"
        case .clock, .signature, .publish, .arrival, .connections, .delivery, .idle,
            .rules:
            self.text
        }
    }

    /// In performance data; `nil` for channels, of which there may be many.
    fileprivate var label: String? {
        switch self {
        case .channel, .endpoint: nil
        default: self.kind
        }
    }
}

extension CheckStep.Status {
    /// At most five letters; does not depend on colour.
    fileprivate var word: String {
        switch self {
        case .ok: "ok   "
        case .warning: "WARN "
        case .failed: "FAIL "
        case .skipped: "-    "
        }
    }
}
