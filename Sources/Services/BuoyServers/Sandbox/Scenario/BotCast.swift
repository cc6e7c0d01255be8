import ChannelsProtocol

struct Bot: Hashable, Sendable {
    let id: UserID
    let name: String
    let city: String

    var member: PresenceMember {
        let info: JSONValue = ["name": .string(self.name), "city": .string(self.city)]
        return PresenceMember(id: self.id, info: EventData(json: info))
    }
}

enum BotCast {
    static let talkers = [
        Bot(id: "ada", name: "Ada", city: "London"),
        Bot(id: "björk", name: "Björk", city: "Reykjavík"),
        Bot(id: "chen", name: "陳小明", city: "台北"),
        Bot(id: "dora", name: "Dóra", city: "Szeged"),
    ]

    static let visitors = [
        Bot(id: "101", name: "Emil", city: "Malmö"),
        Bot(id: "102", name: "Fatima", city: "Fès"),
        Bot(id: "103", name: "Goro", city: "大阪"),
        Bot(id: "104", name: "Hana", city: "Brno"),
        Bot(id: "105", name: "Idris", city: "Lagos"),
        Bot(id: "106", name: "Jun", city: "부산"),
        Bot(id: "107", name: "Kofi", city: "Accra"),
        Bot(id: "108", name: "Łucja", city: "Łódź"),
        Bot(id: "109", name: "Manu", city: "Hilo"),
    ]

    static let infoByID = (Self.talkers + Self.visitors).reduce(into: [String: JSONValue]()) {
        $0[$1.id.text] = $1.member.info?.json
    }

    static let lines = [
        "Good morning!", "Is the deploy done?", "Yes, ten minutes ago.",
        "The queue is empty again.", "Who took order 7?", "I did, it is on its way.",
        "Coffee? ☕", "In five minutes.", "The price just jumped.", "I saw it, quite a burst.",
        "Let's look at the logs.", "Nothing unusual there.", "Rain again here.",
        "Sun over here 🌞", "Back in a moment.", "Welcome, everybody in the lobby.",
    ]

    static let answers = [
        "I see you!", "Hello there 👋", "Got it.", "Well said.", "That came through clearly.",
    ]

    static let skies = ["clear", "cloudy", "rain", "fog", "wind"]
}
