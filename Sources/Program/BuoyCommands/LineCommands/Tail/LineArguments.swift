import ArgumentParser
import BuoyCursesTerminal
import BuoyDashboard
import BuoyProgramSupport
import BuoyScripts
import BuoyTextScreen
import Channels
import ChannelsBasics
import ChannelsProtocol

struct LineArguments: ParsableArguments {
    @Flag(.json, help: "Print one JSON object per line.")
    var printsJSON = false

    @Option(
        help: ArgumentHelp(
            """
            Print these columns, such as time,event,items[0].price. The columns are time, server, \
            number, kind, channel, event, user, size, data, and any value in the data.
            """, valueName: "a.b,c"),
        completion: .lists { _ in LineField.named.map { CompletionValue($0.name) } })
    var fields: String?

    // A filter may start with a dash, as in -typing.
    @Option(.filter, parsing: .unconditional) var filter: String?

    @Flag(.ascii) var ascii = false

    func validate() throws {
        if self.printsJSON, self.fields != nil {
            throw ValidationError(
                "Use --json or --fields, not both: a JSON object has all fields; select them "
                    + "with jq.")
        }
        _ = try self.parsedFields()
        _ = try self.parsedFilter()
    }

    func parsedFields() throws -> [LineField]? {
        guard let fields = self.fields else { return nil }
        do throws(LineFieldError) { return try LineField.list(parsing: fields) } catch {
            throw ValidationError("--fields: \(error.description)")
        }
    }

    func parsedFilter() throws -> EventFilter? {
        guard let filter = self.filter else { return nil }
        do throws(EventFilterError) { return try EventFilter(filter) } catch {
            throw ValidationError("--filter: \(error.description)")
        }
    }

    func format() throws -> LineFormat {
        if self.printsJSON { return .json }
        if let fields = try self.parsedFields() {
            return .fields(fields, isAligned: OutputTerminal.isTerminal)
        }
        return .rows(isColored: OutputTerminal.usesColor)
    }
}

struct PlainArguments: ParsableArguments {
    @Flag(
        name: .customLong("plain"),
        help: """
            Print plain sentences, for screen readers and logs: append-only, no symbols.
            """)
    var printsSentences = false
}
