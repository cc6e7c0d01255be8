import BuoyRecordingFiles
import BuoyTextScreen
import ChannelsBasics
import ChannelsEventWords
import ChannelsProtocol

/// All can be shown in a terminal: hidden and control characters are escaped, in the syntax of the
/// form if it has one.
enum CopyText {
    static func text(
        of subject: CopySubject, as form: CopyForm = .plain
    ) throws(CopyRefusal) -> String {
        switch form {
        case .plain: self.plain(subject)
        case .json: self.json(subject)
        case .curl: try CurlSnippet.text(for: subject)
        case .swift: try SwiftSnippet.text(for: subject)
        case .echo: try EchoSnippet.text(for: subject)
        case .js: try JavaScriptSnippet.text(for: subject)
        case .php: try PHPSnippet.text(for: subject)
        }
    }

    static func forms(of subject: CopySubject) -> [CopyForm] {
        CopyForm.allCases.filter { (try? self.text(of: subject, as: $0)) != nil }
    }

    private static func plain(_ subject: CopySubject) -> String {
        switch subject {
        case .event(let event): PlainOutput.text(self.bytes(of: event))
        case .channel(let name): PlainOutput.text(name.text.utf8)
        case .member(let member, _): PlainOutput.text(member.id.text.utf8)
        case .binding(let binding):
            PlainOutput.text((binding.event?.text ?? "*").utf8)
        case .node(let value, _):
            PlainOutput.text((value.stringValue ?? value.compactText).utf8)
        }
    }

    private static func bytes(of event: ClientReport) -> [UInt8] {
        switch event.kind {
        case .received(let sent), .triggered(let sent), .clientEventQueued(let sent):
            return sent.data.textPrefix(.max)
        default:
            let text = event.words
            let detail = text.detail(limit: .max)
            return Array("\(text.channelLabel): \(text.name)\(detail.isEmpty ? "" : ", ")".utf8)
                + detail
        }
    }

    private static func json(_ subject: CopySubject) -> String {
        var fields = RecordedFields()
        switch subject {
        case .event(let event):
            return ReportLines.object(of: event)
        case .node(let value, _):
            return self.safe(value)
        case .channel(let name):
            fields.add("channel", name.text)
            fields.add("kind", name.kind.rawValue)
        case .member(let member, let channel):
            fields.add("channel", channel.text)
            fields.add(member)
        case .binding(let binding):
            fields.add(binding)
        }
        return self.safe(fields.json)
    }

    static func safe(_ value: JSONValue) -> String {
        var writer = SafeJSONWriter()
        writer.json(value.compactText.utf8)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
