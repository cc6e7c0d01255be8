import BuoyFeatureList
import BuoyTextScreen
import Testing

@testable import BuoyDashboard

/// Letters belong to the three jobs. Other commands have names.
@Suite("The map of the letters")
struct KeyMapTests {
    /// The commands behind each letter, in all panes of the whole program.
    static let letters: [Character: Set<String>] = {
        var map: [Character: Set<String>] = [:]
        for command in Catalog.whole.commands {
            for case .character(let scalar) in command.defaultKeys.map(\.key)
            where scalar.properties.isAlphabetic || scalar == " " {
                map[Character(scalar), default: []].insert(command.name)
            }
        }
        return map
    }()

    @Test("a letter has two meanings at most")
    func meanings() {
        let crowded = Self.letters.filter { $0.value.count > 2 }
        #expect(crowded.isEmpty, "\(crowded)")
    }

    @Test("at most 60 commands are behind letters")
    func commands() {
        #expect(Self.letters.values.reduce(0) { $0 + $1.count } <= 60)
    }
}
