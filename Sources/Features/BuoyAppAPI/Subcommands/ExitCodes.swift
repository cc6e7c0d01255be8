/// The exit codes of the commands that call the HTTP API, for their help.
enum ExitCodes {
    static let text = """
        Exit codes: 0 done, 1 failed while running, 2 wrong usage, 3 refused by the server, 4 \
        unreachable, 5 signature rejected.
        """
}
