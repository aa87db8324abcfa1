#if !Command
  #error(
    "The command needs packages that only a trait fetches: make build, or swift build --traits Command."
  )
#endif
