/// The names that a mistyped one may stand for, the nearest first; at most three, or if none is
/// near, the first three names there are.
func nearNames(to name: String, among names: [String]) -> [String] {
  var unique: [String] = []
  for name in names where !unique.contains(name) { unique.append(name) }
  let wanted = Array(name.lowercased())
  let ranked = unique.map { ($0, nearestPart(of: Array($0.lowercased()), to: wanted)) }
  let near = ranked.filter { $0.1 <= max(2, wanted.count / 3) }.sorted { $0.1 < $1.1 }
  return Array((near.isEmpty ? unique : near.map(\.0)).prefix(3))
}

/// The least number of insertions, deletions and replacements that make `wanted` a part of `name`.
///
/// Sellers's variant of the edit distance: the part may start and end anywhere.
private func nearestPart(of name: [Character], to wanted: [Character]) -> Int {
  // distances[j]: of the first letters of `wanted` to a part that ends before name[j].
  var distances = Array(repeating: 0, count: name.count + 1)
  for (row, letter) in wanted.enumerated() {
    var diagonal = distances[0]
    distances[0] = row + 1
    for column in name.indices {
      let replaced = diagonal + (name[column] == letter ? 0 : 1)
      diagonal = distances[column + 1]
      distances[column + 1] = min(replaced, diagonal + 1, distances[column] + 1)
    }
  }
  return distances.min() ?? wanted.count
}
