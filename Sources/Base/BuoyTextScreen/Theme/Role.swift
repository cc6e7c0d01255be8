/// What a piece of text is. Views use roles; only a theme determines how a role looks.
package enum Role: UInt8, Sendable {
    case text, muted, border, borderFocused, title, selection, selectionInactive, header
    case footerKey, footerText, prompt, promptError, match, matchCurrent, flashInfo, flashOk
    case flashWarn, flashError, scrollbar, escape
    case stateInitialized, stateConnecting, stateConnected, stateUnavailable, stateDisconnected
    case stateFailed, gap
    case channelPublic, channelPrivate, channelPresence, channelEncrypted, channelCache
    case channelFailed
    case eventTime, eventName, eventSize, eventInternal, eventClient, eventError, eventNew
    case accent1, accent2, accent3, accent4, accent5, accent6
    case memberMe, memberJoined, memberLeft, memberStale
    case jsonKey, jsonString, jsonNumber, jsonBoolean, jsonNull, jsonPunctuation, jsonEscape
    case graphLow, graphMid, graphHigh, graphAxis
    case serverRed, serverYellow, serverGreen, serverCyan, serverBlue, serverMagenta
    /// A QR code, which is black on white whatever the theme: cameras cannot read it otherwise.
    case code
}

extension Role: CaseIterable {
    /// Those that a theme determines.
    package static let allCases = (0..<Role.code.rawValue).compactMap(Role.init(rawValue:))
}

extension Role {
    /// As in theme files, with its table: `state.connected`. Accents are array elements.
    package var name: String { self.entry.name }

    /// The role's own letter in golden screens; a full stop for ordinary text.
    package var code: Character { Character(self.entry.code) }

    /// One line; `docs/themes.md` is generated from it.
    package var summary: String { self.entry.summary }

    package static let accents: [Role] = [
        .accent1, .accent2, .accent3, .accent4, .accent5, .accent6,
    ]

    /// FNV-1a: the same bytes always give the same colour.
    package static func accent(for name: String.UTF8View) -> Role {
        // A concrete type and a loop, because this may run for every row of a frame.
        var hash: UInt32 = 2_166_136_261
        for byte in name { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        return Self.accents[Int(hash % UInt32(Self.accents.count))]
    }

    private var entry: Entry {
        Self.entries[Int(self.rawValue)]
    }

    private struct Entry {
        let name: String
        let code: Unicode.Scalar
        let summary: String

        init(_ name: String, _ code: Unicode.Scalar, _ summary: String) {
            self.name = name
            self.code = code
            self.summary = summary
        }
    }

    /// One entry per case, in order; a test compares them. The last is for golden screens only.
    private static let entries: [Entry] = [
        Entry("text", ".", "Ordinary text."),
        Entry("muted", "m", "Secondary text: hints, ages, units."),
        Entry("border", "-", "Rules between panes."),
        Entry("border_focused", "=", "The title rule of the focused pane."),
        Entry("title", "T", "A pane title."),
        Entry("selection", "S", "The selected row of the focused pane."),
        Entry("selection_inactive", "s", "The selected row of any other pane."),
        Entry("header", "H", "The connection line at the top."),
        Entry("footer_key", "K", "A key in the hints at the bottom."),
        Entry("footer_text", "k", "A key's description in the hints."),
        Entry("prompt", "P", "The prompt line."),
        Entry("prompt_error", "p", "The error for invalid prompt input."),
        Entry("match", "M", "Text that matches a search."),
        Entry("match_current", "N", "The current search match."),
        Entry("flash_info", "i", "A notice: information."),
        Entry("flash_ok", "o", "A notice: success."),
        Entry("flash_warn", "w", "A notice: warning."),
        Entry("flash_error", "x", "A notice: failure."),
        Entry("scrollbar", ":", "The scrollbar of a list."),
        Entry("escape", "!", "The placeholder for a control or invisible character."),
        Entry("state.initialized", "I", "Connection: not yet requested."),
        Entry("state.connecting", "R", "Connection: an attempt is under way or scheduled."),
        Entry("state.connected", "C", "Connection: ready."),
        Entry("state.unavailable", "U", "Connection: attempts keep failing."),
        Entry("state.disconnected", "D", "Connection: closed on request."),
        Entry("state.failed", "X", "Connection: gave up permanently."),
        Entry("state.gap", "G", "A gap, where events may be missing."),
        Entry("channel.public", "b", "A public channel."),
        Entry("channel.private", "v", "A private channel."),
        Entry("channel.presence", "r", "A presence channel."),
        Entry("channel.encrypted", "e", "An encrypted channel."),
        Entry("channel.cache", "h", "A cache channel."),
        Entry("channel.failed", "F", "A channel whose subscription was refused."),
        Entry("event.time", "t", "An event's arrival time."),
        Entry("event.name", "n", "An event name."),
        Entry("event.size", "z", "An event's data size."),
        Entry("event.internal", "y", "A protocol event."),
        Entry("event.client", "c", "An event sent by another client."),
        Entry("event.error", "E", "A server or connection error."),
        Entry("event.new", "+", "The number of newer events below the visible rows."),
        Entry("event.accents[1]", "1", "Colour 1 of 6 for channels and members, chosen by name."),
        Entry("event.accents[2]", "2", "Colour 2 of 6 for channels and members, chosen by name."),
        Entry("event.accents[3]", "3", "Colour 3 of 6 for channels and members, chosen by name."),
        Entry("event.accents[4]", "4", "Colour 4 of 6 for channels and members, chosen by name."),
        Entry("event.accents[5]", "5", "Colour 5 of 6 for channels and members, chosen by name."),
        Entry("event.accents[6]", "6", "Colour 6 of 6 for channels and members, chosen by name."),
        Entry("member.me", "*", "This client in a member list."),
        Entry("member.joined", "j", "A member who just joined."),
        Entry("member.left", "l", "A member who just left."),
        Entry("member.stale", "?", "Members as they were before the connection was lost."),
        Entry("json.key", "q", "JSON: an object key."),
        Entry("json.string", "a", "JSON: a string."),
        Entry("json.number", "#", "JSON: a number."),
        Entry("json.boolean", "B", "JSON: true or false."),
        Entry("json.null", "0", "JSON: null."),
        Entry("json.punct", ",", "JSON: braces, brackets, commas and colons."),
        Entry("json.escape", "/", "JSON: an escape inside a string."),
        Entry("graph.low", "_", "A low value in a graph."),
        Entry("graph.mid", "^", "A medium value in a graph."),
        Entry("graph.high", "A", "A high value in a graph."),
        Entry("graph.axis", "'", "The axis of a graph."),
        Entry("server.red", "d", "The first line, for a server with color = \"red\"."),
        Entry("server.yellow", "Y", "The first line, for a server with color = \"yellow\"."),
        Entry("server.green", "g", "The first line, for a server with color = \"green\"."),
        Entry("server.cyan", "W", "The first line, for a server with color = \"cyan\"."),
        Entry("server.blue", "L", "The first line, for a server with color = \"blue\"."),
        Entry("server.magenta", "Z", "The first line, for a server with color = \"magenta\"."),
        Entry("code", "Q", "A QR code."),
    ]
}
