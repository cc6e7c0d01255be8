import BuoyDashboard
import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol

/// Proxied events as lines. Each line starts with the number of its client.
///
/// ```
/// #1 pusher-js 8.4.0 from 127.0.0.1:51234, app key f00d...42
/// #1 14:01:24.010 news headline {"title":"..."}
/// #1 14:01:30.112 3 of 5 channels came back
/// ```
struct ProxyLines {
    private let alphabet: SafeText.Alphabet
    private let utcOffsetSeconds: Int
    private var writers: [ClientNumber: EventLines] = [:]
    private var printed: [ClientNumber: String] = [:]
    private var lastStorm: Int64?

    init(utcOffsetSeconds: Int, alphabet: SafeText.Alphabet) {
        self.utcOffsetSeconds = utcOffsetSeconds
        self.alphabet = alphabet
    }

    mutating func lines(
        _ news: ChannelsProxy.News, _ overview: ClientsOverview
    ) -> PlainLines {
        var lines = PlainLines(alphabet: self.alphabet)
        let rows = Dictionary(uniqueKeysWithValues: overview.rows.map { ($0.id, $0) })
        for (client, events) in news.reports {
            let row = rows[client]
            if self.writers[client] == nil {
                self.writers[client] = EventLines(
                    utcOffsetSeconds: self.utcOffsetSeconds, alphabet: self.alphabet)
                if let row { lines.add("#\(client) \(row.title) from \(row.peer)") }
            }
            for event in events {
                lines.append(sanitizing: "#\(client) ".utf8)
                self.writers[client]?.append(event, to: &lines)
            }
            guard let outage = row?.outages.last, outage.isSettled,
                let sentence = outage.channelSentence, self.printed[client] != sentence
            else { continue }
            self.printed[client] = sentence
            for line in [sentence] + outage.missingLines {
                lines.add("#\(client) \(self.clock(news.time)) \(line)")
            }
        }
        for (client, notes) in news.held {
            for note in notes { lines.add("#\(client) \(self.clock(note.time)) \(note.text)") }
        }
        for client in rows.keys where rows[client]?.state != .connected {
            self.printed[client] = nil
        }
        if let storm = overview.stormSentence, news.time.second != self.lastStorm {
            self.lastStorm = news.time.second
            lines.add("\(self.clock(news.time)) \(storm)")
        }
        return lines
    }

    private func clock(_ time: ChannelsTimestamp) -> String {
        Figures.timeOfDay(
            time, utcOffsetSeconds: self.utcOffsetSeconds, hasMilliseconds: true)
    }
}

extension PlainLines {
    fileprivate mutating func add(_ text: String) {
        self.append(sanitizing: Array(text.utf8))
        self.endLine()
    }
}
