#if !Pairing
  #error(
    "Pairing needs packages that only a trait fetches. In your Package.swift: traits: [\"Pairing\"]. In Kammerton itself: make build, or swift build --traits Command."
  )
#endif
