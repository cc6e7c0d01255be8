import BuoyDashboard
import OrderedCollections

/// The order of the occupied channels of the app.
enum OccupiedOrder: String, CaseIterable, Hashable, Sendable {
    case name
    /// The most users or subscribers first.
    case count
    /// The latest to appear first.
    case newest
    case kind
}

extension OccupiedOrder {
    /// Such as `by count`.
    var words: String {
        switch self {
        case .name: "by name"
        case .count: "by count"
        case .newest: "newest first"
        case .kind: "by kind"
        }
    }
}

// What is kept between runs.
extension DashboardSettings {
    private static let orderName = "occupied.order"
    private static let templatesName = "publish.templates"

    static let occupiedOrderSetting = FeatureSetting.word(
        Self.orderName, standard: OccupiedOrder.name.rawValue)
    static let publishTemplatesSetting = FeatureSetting.lines(Self.templatesName)

    /// The order of the occupied channels.
    var occupiedOrder: OccupiedOrder {
        get { self[word: Self.orderName].flatMap(OccupiedOrder.init) ?? .name }
        set { self[word: Self.orderName] = newValue == .name ? nil : newValue.rawValue }
    }

    /// Lines of the publish prompt that the user saved, by name.
    var publishTemplates: OrderedDictionary<String, String> {
        get { self[lines: Self.templatesName] }
        set { self[lines: Self.templatesName] = newValue }
    }
}
