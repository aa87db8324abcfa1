/// Inverts symmetric positive definite matrices in place, by Cholesky's factors.
struct SymmetricInverse: Sendable {
  /// The largest number of rows.
  let capacity: Int
  /// The matrix, then its inverse: row r, column c at `r * capacity + c`.
  var elements: [Double]
  private var factor: [Double]

  init(capacity: Int) {
    self.capacity = capacity
    elements = Array(repeating: 0, count: capacity * capacity)
    factor = elements
  }

  /// Replaces the matrix of this many rows with its inverse.
  ///
  /// - Returns: True if it was positive definite; if not, it is unchanged.
  mutating func invert(_ count: Int) -> Bool {
    guard decompose(count) else { return false }
    invertFactor(count)
    // A⁻¹ = L⁻ᵀ L⁻¹.
    for row in 0..<count {
      for column in 0...row {
        var sum = 0.0
        for k in row..<count { sum += factor[k * capacity + row] * factor[k * capacity + column] }
        elements[row * capacity + column] = sum
        elements[column * capacity + row] = sum
      }
    }
    return true
  }

  /// A = L Lᵀ.
  private mutating func decompose(_ count: Int) -> Bool {
    for row in 0..<count {
      for column in 0...row {
        var sum = elements[row * capacity + column]
        for k in 0..<column { sum -= factor[row * capacity + k] * factor[column * capacity + k] }
        if row == column {
          guard sum > 1e-14 else { return false }
          factor[row * capacity + row] = sum.squareRoot()
        } else {
          factor[row * capacity + column] = sum / factor[column * capacity + column]
        }
      }
    }
    return true
  }

  private mutating func invertFactor(_ count: Int) {
    for column in 0..<count {
      factor[column * capacity + column] = 1 / factor[column * capacity + column]
      for row in (column + 1)..<max(column + 1, count) {
        var sum = 0.0
        for k in column..<row { sum -= factor[row * capacity + k] * factor[k * capacity + column] }
        factor[row * capacity + column] = sum / factor[row * capacity + row]
      }
    }
  }
}
