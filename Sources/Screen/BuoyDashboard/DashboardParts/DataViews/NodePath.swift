import ChannelsBasics
import ChannelsProtocol

struct NodePath: Hashable, Sendable {
    /// Decoding JSON in a string is not a step; see `decodedAfter`.
    var steps: [EventData.Step] = []
    /// Steps after which the path enters a string that contains JSON.
    var decodedAfter: [Int] = []

    init(steps: [EventData.Step] = []) { self.steps = steps }

    /// `$.items[0].sku`, with a `"` before what is in a string; `$["a b"]` for other names.
    var text: String {
        var text = "$"
        for (index, step) in self.steps.enumerated() {
            if self.decodedAfter.contains(index) { text += "\"" }
            switch step {
            case .element(let place): text += "[\(place)]"
            case .member(let name):
                text += Self.isPlain(name) ? ".\(name)" : "[\(JSONValue.string(name).compactText)]"
            }
        }
        return text
    }

    func appending(_ step: EventData.Step, isInText: Bool) -> NodePath {
        var path = self
        if isInText { path.decodedAfter.append(path.steps.count) }
        path.steps.append(step)
        return path
    }

    private static func isPlain(_ name: String) -> Bool {
        guard let first = name.utf8.first, !first.isASCIIDigit else { return false }
        return name.hasOnlyLettersAndDigits(or: "_-")
    }
}
