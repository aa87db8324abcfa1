#if !History
  #error(
    "SessionHistory needs packages that only a trait fetches. In your Package.swift: traits: [\"History\"]. In Kammerton itself: make build, or swift build --traits Command."
  )
#endif
