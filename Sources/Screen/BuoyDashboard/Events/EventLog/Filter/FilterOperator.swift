package enum FilterOperator: String, Hashable, Sendable, CaseIterable {
    case pattern = ":"
    case notEqual = "!="
    case greaterOrEqual = ">="
    case lessOrEqual = "<="
    case greater = ">"
    case less = "<"
    case equal = "="

    var isOrder: Bool {
        switch self {
        case .greaterOrEqual, .lessOrEqual, .greater, .less: true
        case .pattern, .notEqual, .equal: false
        }
    }

    func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
        switch self {
        case .pattern: false
        case .notEqual: left != right
        case .greaterOrEqual: left >= right
        case .lessOrEqual: left <= right
        case .greater: left > right
        case .less: left < right
        case .equal: left == right
        }
    }
}
