import ChannelsEventWords
import ChannelsHTTPAPI
import ChannelsProtocol

struct PublishAccount {
    let error: (any Error)?
    private let total: Int
    private let published: [Int]
    private let notPublished: [Int]
    private let unknown: [Int]

    init(_ result: BatchResult, numbers: [Int]) {
        var (published, notPublished, unknown) = ([Int](), [Int](), [Int]())
        for (number, outcome) in zip(numbers, result.outcomes) {
            switch outcome {
            case .published: published.append(number)
            case .notPublished: notPublished.append(number)
            case .unknown: unknown.append(number)
            }
        }
        self.error = result.error
        self.total = numbers.count
        self.published = published
        self.notPublished = notPublished
        self.unknown = unknown
    }

    /// The error of the API; `nil` if there wasn't one, or Ctrl-C ended the run.
    var apiError: ChannelsAPIError? { self.error as? ChannelsAPIError }

    private var interruption: JSONValue {
        [
            "kind": "cancelled", "message": .string(Self.interrupted),
            "effect": .string(self.unknown.isEmpty ? "none" : "unknown"),
        ]
    }

    static let interrupted = "Publishing was interrupted."

    var text: String {
        guard self.error != nil else {
            return "Published \(Figures.counted(self.total, "event"))."
        }
        var sentences = [
            "Published \(self.published.count) of \(Figures.counted(self.total, "event"))"
                + (self.published.isEmpty ? "." : ": \(Self.lines(self.published)).")
        ]
        if !self.unknown.isEmpty {
            sentences.append("Possibly published: \(Self.lines(self.unknown)).")
        }
        if !self.notPublished.isEmpty {
            sentences.append("Not published: \(Self.lines(self.notPublished)).")
        }
        return sentences.joined(separator: " ")
    }

    var json: JSONValue {
        var members: [JSONValue.Object.Member] = [
            .init(key: "published", value: .number("\(self.published.count)")),
            .init(key: "published_lines", value: Self.ranges(self.published)),
            .init(key: "unknown_lines", value: Self.ranges(self.unknown)),
            .init(key: "not_published_lines", value: Self.ranges(self.notPublished)),
        ]
        if self.error != nil {
            members.append(.init(key: "error", value: self.apiError?.json ?? self.interruption))
        }
        return .object(JSONValue.Object(members))
    }

    private static func lines(_ numbers: [Int]) -> String {
        let parts = self.runs(numbers).map {
            $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)"
        }
        return (numbers.count == 1 ? "line " : "lines ") + parts.joined(separator: ", ")
    }

    private static func ranges(_ numbers: [Int]) -> JSONValue {
        .array(
            self.runs(numbers).map {
                .array([.number("\($0.lowerBound)"), .number("\($0.upperBound)")])
            })
    }

    private static func runs(_ numbers: [Int]) -> [ClosedRange<Int>] {
        numbers.reduce(into: []) { runs, number in
            if let last = runs.last, last.upperBound == number - 1 {
                runs[runs.count - 1] = last.lowerBound...number
            } else {
                runs.append(number...number)
            }
        }
    }
}
