enum Subject {
    case server(TestedServer)
    case client(ClientHost)
}
