#if !Services
  #error(
    "WebServer needs packages that only a trait fetches. In your Package.swift: traits: [\"Services\"]. In Kammerton itself: make build, or swift build --traits Services."
  )
#endif
