import ArgumentParser
import ChannelsBasics
import ChannelsHTTPAPI

enum InfoArgument {
    static func attributes(_ text: String?) throws -> Set<ChannelAttribute> {
        let names = ChannelAttribute.allCases.map(\.rawValue)
        let words = (text ?? "").split(separator: ",").map { String($0.filter { $0 != " " }) }
        return try Set(
            words.map { word in
                if let attribute = ChannelAttribute(rawValue: word) { return attribute }
                throw ValidationError(
                    "--info: \(Suggestion.unknown("attribute", word, among: names))")
            })
    }
}
