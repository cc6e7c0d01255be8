enum ColorVision: String, Hashable, Sendable, CaseIterable {
    case typical

    /// No long-wave cones: red is dark and looks like green.
    case protanopia

    /// No medium-wave cones: green looks like red.
    case deuteranopia

    /// No short-wave cones: blue looks like green. Rare.
    case tritanopia

    /// How `light` looks to people with this vision.
    ///
    /// Matrices from Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation
    /// of Color Vision Deficiency" (2009), severity 1.0.
    func simulated(_ light: LinearRGB) -> LinearRGB {
        guard let rows = self.rows else { return light }
        let amount = { (row: Row) in
            row.red * light.red + row.green * light.green + row.blue * light.blue
        }
        return LinearRGB(
            red: amount(rows.red), green: amount(rows.green), blue: amount(rows.blue))
    }

    private typealias Row = (red: Double, green: Double, blue: Double)

    private var rows: (red: Row, green: Row, blue: Row)? {
        switch self {
        case .typical:
            nil
        case .protanopia:
            (
                (0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
                (-0.003882, -0.048116, 1.051998)
            )
        case .deuteranopia:
            (
                (0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
                (-0.011820, 0.042940, 0.968881)
            )
        case .tritanopia:
            (
                (1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
                (0.004733, 0.691367, 0.303900)
            )
        }
    }
}
