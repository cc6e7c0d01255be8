import Testing

@testable import BuoyDashboard

@Suite("Errors in filters")
struct FilterErrorTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let source: String
        /// A line of spaces and `^` under what is wrong.
        let marks: String
        let reason: EventFilterError.Reason
        var testDescription: String { self.source }

        init(_ source: String, _ marks: String, _ reason: EventFilterError.Reason) {
            (self.source, self.marks, self.reason) = (source, marks, reason)
        }
    }

    private static func check(_ sample: Case, saved: [SavedFilter] = []) {
        do {
            _ = try EventFilter(sample.source, saved: saved)
            Issue.record("\(sample.source) is accepted")
        } catch {
            let marks =
                String(repeating: " ", count: error.position)
                + String(repeating: "^", count: error.length)
            #expect(marks == sample.marks)
            #expect(error.reason == sample.reason)
            #expect(!error.description.isEmpty)
        }
    }

    @Test(
        "what cannot be read is refused with a place and a reason",
        arguments: [
            Case("\"open", "^^^^^", .openQuotation), Case("a b\"c d", "   ^^^^", .openQuotation),
            Case("-", "^", .missingText), Case("a - b", "  ^", .missingText),
            Case("é \"\"", "  ^^", .missingText), Case("!", "^", .missingText),
            Case("channel:", "^^^^^^^^", .emptyPattern(.channel)),
            Case("a event: b", "  ^^^^^^", .emptyPattern(.event)),
            Case("chan:x", "^^^^", .unknownField("chan", meant: .channel)),
            Case("name:x", "^^^^", .unknownField("name", meant: .event)),
            Case("a -chanel:x", "   ^^^^^^", .unknownField("chanel", meant: .channel)),
            Case("evnet:x", "^^^^^", .unknownField("evnet", meant: .event)),
            Case("siz:x", "^^^", .unknownField("siz", meant: .size)),
            Case("user_id:x", "^^^^^^^", .unknownField("user_id", meant: .user)),
            Case("size:2k", "^^^^^", .operatorOfField(.size, .pattern)),
            Case("text=a", "^^^^^", .operatorOfField(.text, .equal)),
            Case("channel>a", "^^^^^^^^", .operatorOfField(.channel, .greater)),
            Case("size>2x", "     ^^", .notASize("2x")),
            Case("size>-1", "     ^^", .notASize("-1")),
            Case("size>1e30", "     ^^^^", .notASize("1e30")),
            Case("size>nan", "     ^^^", .notASize("nan")),
            Case("kind:eror", "     ^^^^", .unknownKind("eror", meant: "error")),
            Case("kind:zzz", "     ^^^", .unknownKind("zzz", meant: nil)),
            Case("x data.a>1o0", "         ^^^", .notANumber("1o0")),
            Case("data.a>true", "       ^^^^", .notANumber("true")),
            Case("data.a", "^^^^^^", .pathWithoutComparison("data.a")),
            Case("data.a=", "^^^^^^^", .emptyValue("data.a=")),
            Case("data..b=1", "    ^", .pathStep), Case("data.[0]=1", "    ^", .pathStep),
            Case("data[x]=1", "    ^", .pathStep), Case("data[1=1", "    ^^", .pathStep),
            Case(
                "data[99999999999999999999]=1", "    " + String(repeating: "^", count: 21),
                .pathStep),
            Case("has:amount", "    ^^^^^^", .notAPresence("amount")),
            Case("has:users", "    ^^^^^", .notAPresence("users")),
            Case("has:", "^^^^", .emptyPattern(.has)),
        ])
    func terms(sample: Case) { Self.check(sample) }

    @Test(
        "what is not joined well is refused with a place and a reason",
        arguments: [
            Case("or", "^^", .missingTerm(joint: "or")),
            Case("a or", "  ^^", .missingTerm(joint: "or")),
            Case("or a", "^^", .missingTerm(joint: "or")),
            Case("a or or b", "  ^^", .missingTerm(joint: "or")),
            Case("a and", "  ^^^", .missingTerm(joint: "and")),
            Case("a and and b", "      ^^^", .missingTerm(joint: "and")),
            Case("and a", "^^^", .missingTerm(joint: "and")),
            Case("a and or b", "  ^^^", .missingTerm(joint: "and")),
            Case("(a or b", "^", .openGroup), Case("a (b (c)", "  ^", .openGroup),
            Case("a or b)", "      ^", .closesNothing), Case(")", "^", .closesNothing),
            Case("a ()", "  ^^", .emptyGroup), Case("-( )", " ^^^", .emptyGroup),
        ])
    func structure(sample: Case) { Self.check(sample) }

    @Test(
        "what is wrong with a regular expression is pointed at inside of it",
        arguments: [
            Case("/open", "^^^^^", .openPattern), Case("a /x[/]", "  ^^^^^", .openPattern),
            Case("/a/g", "   ^", .unknownFlags("g")),
            Case("/api/v1/x", "     ^^^^", .unknownFlags("v1/x")),
            Case("x event:/a(b/", "          ^", .expression(.openGroup)),
            Case("/a)/", "  ^", .expression(.closesNothing)),
            Case("/ab[c/x", "^^^^^^^", .openPattern),
            Case("/[]/", " ^^", .expression(.emptyBrackets)),
            Case("/[^]/", " ^^^", .expression(.emptyBrackets)),
            Case("/x[z-a]/", "   ^^^", .expression(.reversedRange("z-a"))),
            Case(#"/a\q/"#, "  ^^", .expression(.unknownEscape("q"))),
            Case(#"/(a)\1/"#, "    ^^", .expression(.backReference)),
            Case("/(?=a)/", " ^^^", .expression(.lookAround)),
            Case("/(?<!a)/", " ^^^^", .expression(.lookAround)),
            Case("/(?<n>a)/", " ^^^", .expression(.groupOption("<"))),
            Case("/(?i)a/", " ^^^", .expression(.groupOption("i"))),
            Case("/*a/", " ^", .expression(.nothingToRepeat)),
            Case("/a|+/", "   ^", .expression(.nothingToRepeat)),
            Case("/a**/", "   ^", .expression(.nothingToRepeat)),
            Case("/a++/", "   ^", .expression(.possessive)),
            Case("/a{3,2}/", "  ^^^^^", .expression(.reversedRepetition(3, 2))),
            Case("/a{1001}/", "  ^^^^^^", .expression(.repetitionLimit)),
            Case(
                "/a{99999999999999999999}/", "  " + String(repeating: "^", count: 22),
                .expression(.repetitionLimit)),
            Case("/(ab){999}{2}/", "          ^", .expression(.nothingToRepeat)),
            Case("/((ab){99}){99}/", " ^^^^^^^^^^^^^^", .expression(.stateLimit)),
            Case(
                "/((((){999}){999}){999}){999}/", " " + String(repeating: "^", count: 28),
                .expression(.stateLimit)),
        ])
    func expressions(sample: Case) { Self.check(sample) }

    @Test(
        "saved filters that do not exist, are wrong or lead in a circle are refused",
        arguments: [
            Case("a @zzzz", "  ^^^^^", .unknownSaved("zzzz", meant: nil)),
            Case("@order", "^^^^^^", .unknownSaved("order", meant: "orders")),
            Case("@", "^", .unknownSaved("", meant: nil)),
            Case("x -@bad", "   ^^^^", .inSaved("bad", .openQuotation)),
            Case("@worse", "^^^^^^", .inSaved("bad", .openQuotation)),
            Case("@me", "^^^", .savedCycle(["me", "me"])),
            Case("@there", "^^^^^^", .savedCycle(["back", "again", "back"])),
            Case("a or @none", "     ^^^^^", .emptySaved("none")),
            Case("@many20", "^^^^^^^", .tooManyTerms),
        ])
    func savedFilters(sample: Case) {
        var saved = [
            ("orders", "event:order.*"), ("bad", "a \"b"), ("worse", "a or @bad"),
            ("me", "-(@me)"), ("there", "@back"), ("back", "@again"), ("again", "@back"),
            ("many0", "a"), ("none", " "),
        ].map { SavedFilter(name: $0.0, source: $0.1) }
        for level in 1...20 {
            saved.append(
                SavedFilter(name: "many\(level)", source: "@many\(level - 1) @many\(level - 1)"))
        }
        Self.check(sample, saved: saved)
    }

    @Test("a filter is bounded in length, depth and number of terms")
    func bounds() {
        let limits: [(String, EventFilterError.Reason)] = [
            (String(repeating: "x", count: EventFilter.sourceLimit + 1), .tooLong),
            (String(repeating: "(", count: 1000), .tooDeep),
            (String(repeating: "a ", count: FilterParser.termLimit + 1), .tooManyTerms),
            ("/" + String(repeating: "(", count: 1000) + "/", .expression(.nestingLimit)),
        ]
        for (source, reason) in limits {
            let error = #expect(throws: EventFilterError.self) { try EventFilter(source) }
            #expect(error?.reason == reason)
        }
    }

    @Test(
        "words that are no field are texts",
        arguments: [
            "pusher:error", "12:30", "http://host", "a=b", "x->y", "fields:x", "é:x", "a<b", "1>2",
            "{\"a\":1}", "data", "size", "channel", "{x}", "a!b", "user@host",
        ])
    func texts(source: String) throws {
        let expected = source.filter { $0 != "\"" }
        #expect(try EventFilter(source).root == .term(.text(.needle(Needle(expected)))))
    }

    @Test("a sentence tells what to write instead")
    func sentences() {
        let sentences = [
            (
                "chan:x",
                "unknown field \"chan\": write channel:presence-*, or quote the text"
            ),
            ("size>2x", "\"2x\" is not a size: write 200, 2k or 1.5M"),
            ("kind:eror", "unknown kind \"eror\": write kind:error"),
            ("/(?=a)/", "look-around is not supported: join two terms with a space instead"),
        ]
        for (source, sentence) in sentences {
            let error = #expect(throws: EventFilterError.self) { try EventFilter(source) }
            #expect(error?.description == sentence)
        }
    }
}
