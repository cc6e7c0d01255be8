import BuoyTextScreen
import ChannelsBasics
import ChannelsProtocol

/// For a POSIX shell with curl and openssl and the HTTP API of an application (docs/http-api.md).
/// In parentheses, so that a missing variable ends the commands and not the shell. No variable has
/// a name that a shell reserves (zsh reserves `path`). The secret is read from the environment.
enum CurlSnippet {
    static func text(for subject: CopySubject) throws(CopyRefusal) -> String {
        switch subject {
        case .event(let event): return try self.publishing(event)
        case .channel(let name), .member(_, of: let name): return try self.asking(about: name)
        case .binding:
            throw CopyRefusal("Bindings exist only in the client, not in the HTTP API.")
        case .node:
            throw .onlyWholeEvents(as: "curl")
        }
    }

    // MARK: Publishing

    private static func publishing(_ event: ClientReport) throws(CopyRefusal) -> String {
        switch event.kind {
        case .received(let sent), .triggered(let sent), .clientEventQueued(let sent):
            return try self.publishing(sent)
        default:
            throw .onlyEvents
        }
    }

    private static func publishing(_ event: ChannelsEvent) throws(CopyRefusal) -> String {
        guard let channel = event.channel else { throw .noChannel }
        guard !channel.kind.isEncrypted else {
            throw CopyRefusal(
                "The channel is encrypted, but curl would publish the data unencrypted: use a "
                    + "server library with the master key.")
        }
        var notes = ["Publishes an event with the HTTP API. Requires curl and openssl."]
        if event.name.isClientEvent {
            notes.append("This was a client event; published this way, it goes to all subscribers.")
        }
        return """
            (
            \(self.comments(notes))
            set -eu
            \(Self.variables)
            body=\(self.quoted(self.body(of: event, on: channel)))
            target="/apps/$PUSHER_APP_ID/events"
            md5=$(printf %s "$body" | openssl dgst -md5)
            query="auth_key=$PUSHER_KEY&auth_timestamp=$(date +%s)&auth_version=1.0&body_md5=${md5##* }"
            signature=$(printf 'POST\\n%s\\n%s' "$target" "$query" | openssl dgst -sha256 -hmac "$PUSHER_SECRET")
            printf %s "$body" | curl -sS -H 'Content-Type: application/json' --data-binary @- \\
              -w '\\nHTTP %{http_code}\\n' "$url$target?$query&auth_signature=${signature##* }"
            )

            """
    }

    /// In the request, data is always a string.
    private static func body(of event: ChannelsEvent, on channel: ChannelName) -> String {
        var writer = SafeJSONWriter()
        writer.object { writer in
            writer.member("name", event.name.text)
            writer.key("channels")
            writer.array { $0.string(channel.text) }
            writer.key("data")
            writer.string(utf8: event.data.textPrefix(.max))
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    // MARK: Asking

    private static func asking(about channel: ChannelName) throws(CopyRefusal) -> String {
        // Only valid names, because they become part of a path and of the signed string.
        let channel = try CopyRefusal.checked(channel, .unknownToHTTPAPI)
        let info = channel.kind.hasMembers ? "'&info=user_count'" : "''"
        var calls = ["ask \(self.quoted("/channels/" + channel.text)) \(info)"]
        if channel.kind.hasMembers {
            calls.append("ask \(self.quoted("/channels/" + channel.text + "/users")) ''")
        }
        let note = "Queries a channel with the HTTP API. Requires curl and openssl."
        return """
            (
            \(self.comments([note]))
            set -eu
            \(Self.variables)
            ask() {
              target="/apps/$PUSHER_APP_ID$1"
              query="auth_key=$PUSHER_KEY&auth_timestamp=$(date +%s)&auth_version=1.0$2"
              signature=$(printf 'GET\\n%s\\n%s' "$target" "$query" | openssl dgst -sha256 -hmac "$PUSHER_SECRET")
              curl -sS -w '\\nHTTP %{http_code}\\n' "$url$target?$query&auth_signature=${signature##* }"
            }
            \(calls.joined(separator: "\n"))
            )

            """
    }

    // MARK: Parts

    /// Commands without effect, because zsh does not accept comments when typed.
    private static func comments(_ notes: [String]) -> String {
        let warning =
            "While openssl runs, other users of this machine can see the secret in its arguments."
        return (notes + [warning]).map { ": " + self.quoted($0) }.joined(separator: "\n")
    }

    private static let variables = """
        : "${PUSHER_APP_ID:?set it to the app id}"
        : "${PUSHER_KEY:?set it to the app key}"
        : "${PUSHER_SECRET:?set it to the app secret}"
        : "${PUSHER_HOST:?set it to the server: api-eu.pusher.com, or http://127.0.0.1:6001}"
        case $PUSHER_HOST in *://*) url=${PUSHER_HOST%/} ;; *) url=https://$PUSHER_HOST ;; esac
        """

    /// Compares scalars, because a quotation mark with an accent is one `Character` but still a
    /// quotation mark to a shell.
    static func quoted(_ text: String) -> String {
        var word = "'"
        for scalar in text.unicodeScalars {
            if scalar == "'" { word += "'\\'" }
            word.unicodeScalars.append(scalar)
        }
        return word + "'"
    }
}
