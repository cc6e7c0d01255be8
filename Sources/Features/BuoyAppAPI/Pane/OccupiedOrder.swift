import BuoyDashboard
import OrderedCollections

enum OccupiedOrder: String, CaseIterable, Hashable, Sendable {
    case name
    case count
    case newest
    case kind
}

extension OccupiedOrder {
    var words: String {
        switch self {
        case .name: "by name"
        case .count: "by count"
        case .newest: "newest first"
        case .kind: "by kind"
        }
    }
}

extension DashboardSettings {
    private static let orderName = "occupied.order"
    private static let templatesName = "publish.templates"

    static let occupiedOrderSetting = FeatureSetting.word(
        Self.orderName, standard: OccupiedOrder.name.rawValue)
    static let publishTemplatesSetting = FeatureSetting.lines(Self.templatesName)

    var occupiedOrder: OccupiedOrder {
        get { self[word: Self.orderName].flatMap(OccupiedOrder.init) ?? .name }
        set { self[word: Self.orderName] = newValue == .name ? nil : newValue.rawValue }
    }

    var publishTemplates: OrderedDictionary<String, String> {
        get { self[lines: Self.templatesName] }
        set { self[lines: Self.templatesName] = newValue }
    }
}
