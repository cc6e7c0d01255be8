import BuoyProgramSupport
import BuoyTextScreen
import ChannelsBasics
import ChannelsEventWords
import ChannelsProtocol
import ChannelsPushNotifications

enum PushReport {
    // MARK: Text

    static func text(_ status: PushStatus?, path: String) -> String {
        guard let status else {
            return "Nothing is registered: \(path) does not exist."
        }
        var rows: [(name: String, value: String)] = [
            ("state file", path), ("endpoint", status.endpoint), ("app key", status.appKey),
            ("device", status.deviceID ?? "not registered"),
            ("platform", status.platform?.rawValue ?? "none"),
            ("token", Self.token(status)),
            ("requested", Self.list(status.requested)),
            ("registered", Self.list(status.registered)),
        ]
        for (index, operation) in status.outbox.enumerated() {
            rows.append((index == 0 ? "outbox" : "", Self.line(operation)))
        }
        if status.outbox.isEmpty { rows.append(("outbox", "empty")) }
        for (index, refusal) in status.refused.enumerated() {
            rows.append((index == 0 ? "refused" : "", "\(Self.time(refusal))  \(refusal)"))
        }
        return FigureTable(rows).text
    }

    private static func token(_ status: PushStatus) -> String {
        guard let token = status.token else { return "none" }
        return status.isTokenRegistered ? token : "\(token) (not confirmed)"
    }

    private static func list(_ names: [String]) -> String {
        names.isEmpty ? "none" : names.joined(separator: "  ")
    }

    private static func line(_ operation: PushStatus.Operation) -> String {
        guard operation.attempts > 0 else { return "\(operation)" }
        return
            "\(operation), sent "
            + "\(operation.attempts == 1 ? "once" : "\(operation.attempts) times"), unanswered"
    }

    private static func time(_ refusal: PushStatus.Refusal) -> String {
        UTCTime.text(
            of: ChannelsTimestamp(
                monotonicNanoseconds: 0, wallMicroseconds: refusal.wallMicroseconds))
    }

    // MARK: Progress

    static func progress(
        from old: PushStatus, to new: PushStatus, at now: ChannelsTimestamp
    ) -> [String] {
        var lines: [String] = []
        if let retry = new.nextRetry, retry != old.nextRetry {
            let operation = new.outbox.first.map { "\($0)" } ?? "nothing to do"
            let wait = Figures.preciseDuration(retry.time.duration(since: now))
            lines.append("waiting \(wait): \(operation). \(retry.reason)")
        }
        if old.deviceID != nil, new.deviceID != old.deviceID {
            lines.append("the device is no longer registered with the service")
        }
        if let id = new.deviceID, id != old.deviceID { lines.append("registered as \(id)") }
        if new.isTokenRegistered, !old.isTokenRegistered, new.deviceID == old.deviceID {
            lines.append("token replaced: \(new.token ?? "")")
        }
        let isSame = new.deviceID == old.deviceID
        lines += Self.difference(new.registered, isSame ? old.registered : [])
            .map { "subscribed to \($0)" }
        if isSame {
            lines += Self.difference(old.registered, new.registered)
                .map { "unsubscribed from \($0)" }
        }
        let known = Set(old.refused)
        lines += new.refused.filter { !known.contains($0) }.map { "refused: \($0)" }
        return lines
    }

    private static func difference(_ names: [String], _ others: [String]) -> [String] {
        let others = Set(others)
        return names.filter { !others.contains($0) }
    }

    // MARK: JSON

    static func printJSON(_ status: PushStatus?, path: String) throws {
        var writer = SafeJSONWriter()
        writer.object { writer in
            writer.key("state_file")
            writer.string(path)
            if let status { Self.write(status, to: &writer) }
        }
        try Console.print(String(decoding: writer.bytes, as: UTF8.self))
    }

    private static func write(_ status: PushStatus, to writer: inout SafeJSONWriter) {
        let texts: [(String, String?)] = [
            ("endpoint", status.endpoint), ("app_key", status.appKey),
            ("device_id", status.deviceID), ("platform", status.platform?.rawValue),
            ("token", status.token),
        ]
        for (key, text) in texts {
            writer.key(key)
            Self.write(text, to: &writer)
        }
        writer.key("token_registered")
        writer.bool(status.isTokenRegistered)
        for (key, names) in [("requested", status.requested), ("registered", status.registered)] {
            writer.key(key)
            writer.array { writer in for name in names { writer.string(name) } }
        }
        Self.writeLists(status, to: &writer)
        writer.key("last_error")
        Self.write(status.lastError?.text, to: &writer)
        writer.key("settled")
        writer.bool(status.isSettled)
    }

    private static func writeLists(_ status: PushStatus, to writer: inout SafeJSONWriter) {
        writer.key("outbox")
        writer.array { writer in
            for operation in status.outbox {
                writer.object { writer in
                    Self.write(operation.kind, operation.interest, to: &writer)
                    writer.key("attempts")
                    writer.integer(operation.attempts)
                }
            }
        }
        writer.key("refused")
        writer.array { writer in
            for refusal in status.refused {
                writer.object { writer in
                    Self.write(refusal.kind, refusal.interest, to: &writer)
                    writer.key("reason")
                    writer.string(refusal.reason)
                    writer.key("time")
                    writer.string(Self.time(refusal))
                }
            }
        }
    }

    private static func write(
        _ kind: PushStatus.Operation.Kind, _ interest: String?, to writer: inout SafeJSONWriter
    ) {
        writer.key("operation")
        writer.string(kind.rawValue)
        guard let interest else { return }
        writer.key("interest")
        writer.string(interest)
    }

    private static func write(_ text: String?, to writer: inout SafeJSONWriter) {
        if let text { writer.string(text) } else { writer.raw("null".utf8) }
    }
}
