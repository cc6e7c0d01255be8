enum ExitCodes {
    static let text = """
        Exit codes: 0 done, 1 failed while running, 2 wrong usage, 3 refused by the server, 4 \
        unreachable or failing, 5 not authorized (unknown app or wrong signature).
        """
}
