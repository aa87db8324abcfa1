#if !Services
  #error(
    "The command needs packages that only a trait fetches: make build, or swift build --traits Services."
  )
#endif
