#if !Server
  #error(
    "WebServer needs packages that only a trait fetches. In your Package.swift: traits: [\"Server\"]. In Kammerton itself: make build, or swift build --traits Command."
  )
#endif
