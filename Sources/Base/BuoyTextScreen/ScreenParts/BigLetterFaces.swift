/// The faces of large text. Any two letters differ in three pixels or more, so that they cannot be
/// confused from the last row of an audience.
extension BigText {
    /// Five columns; one digit to the base of 32 for each row.
    static let tallFace: [Unicode.Scalar: String] = [
        "A": "EHHVHHH", "B": "UHHUHHU", "C": "FGGGGGF", "D": "UJHHHJU", "E": "VGGUGGV",
        "F": "VGGUGGG", "G": "FGGNHHE", "H": "HHHVHHH", "I": "V44444V", "J": "72222IC",
        "K": "HIKOKIH", "L": "GGGGGGV", "M": "HRLLHHH", "N": "HPPLJJH", "O": "EHHHHHE",
        "P": "UHHUGGG", "Q": "EHHHLID", "R": "UHHUKIH", "S": "FGGE11U", "T": "V444444",
        "U": "HHHHHHE", "V": "HHHHAA4", "W": "HHHLLRH", "X": "HHA4AHH", "Y": "HHA4444",
        "Z": "V1248GV", "0": "EJLLLPE", "1": "4CK444V", "2": "EH168GV", "3": "U11E11U",
        "4": "26AIV22", "5": "VGU11HE", "6": "68GUHHE", "7": "V124488", "8": "EHHEHHE",
        "9": "EHHF12C", "-": "000E000", "+": "044V440", ".": "00000CC", "_": "000000V",
        "!": "4444404", "'": "4480000", "?": "EH16404", "@": "EHNLNGF", "&": "CIK8LID",
        ",": "0000668", ":": "0CC0CC0", ";": "0CC0668", "/": "11248GG", "(": "6888886",
        ")": "C22222C", "\"": "AAA0000", "=": "00V0V00", "%": "PP248JJ", "#": "AAVAVAA",
        "*": "0LEVEL0", "<": "248G842", ">": "8421248", "\u{2026}": "00000LL", " ": "0000000",
    ]

    /// The same for half blocks, where two rows share a cell.
    static let shortFace: [Unicode.Scalar: String] = [
        "A": "EHVHH", "B": "UHUHU", "C": "FGGGF", "D": "SIHIS", "E": "VGUGV", "F": "VGSGG",
        "G": "FGJHF", "H": "HHVHH", "I": "E444E", "J": "722IC", "K": "IKOKI", "L": "GGGGV",
        "M": "HRLLH", "N": "HPLJH", "O": "EHHHE", "P": "UHUGG", "Q": "EHLID", "R": "UHUKJ",
        "S": "FGE1U", "T": "V4444", "U": "HHHHE", "V": "HHAA4", "W": "HHLLA", "X": "HA4AH",
        "Y": "HA444", "Z": "V248V", "0": "EJLPE", "1": "CK44V", "2": "U1EGV", "3": "U161U",
        "4": "IIV22", "5": "UGS2S", "6": "CGUHE", "7": "V1244", "8": "EHEHE", "9": "EHF1C",
        "-": "00E00", "+": "44V44", ".": "000CC", "_": "0000V", "!": "44404", "'": "44800",
        "?": "U1604", "@": "ENNGF", "&": "CGDID", ",": "00668", ":": "CC0CC", ";": "CC068",
        "/": "1248G", "(": "68886", ")": "C222C", "\"": "AA000", "=": "0V0V0", "%": "P248J",
        "#": "AVAVA", "*": "LEVEL", "<": "24842", ">": "84248", "\u{2026}": "000LL", " ": "00000",
    ]
}
