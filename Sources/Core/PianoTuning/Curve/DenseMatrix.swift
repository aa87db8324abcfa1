/// A symmetric, positive definite matrix.
struct DenseMatrix: Sendable {
  let size: Int
  private var elements: [Double]

  init(size: Int) {
    self.size = size
    elements = Array(repeating: 0, count: size * size)
  }

  subscript(row: Int, column: Int) -> Double {
    get { elements[row * size + column] }
    set { elements[row * size + column] = newValue }
  }

  /// Solves by Cholesky's method, and returns zeros if the matrix is not positive definite.
  func solution(_ right: [Double]) -> [Double] {
    var factor = self
    var values = right
    for column in 0..<size {
      for row in column..<size {
        var sum = factor[row, column]
        for inner in 0..<column { sum -= factor[row, inner] * factor[column, inner] }
        if row == column {
          guard sum > 0 else { return Array(repeating: 0, count: size) }
          factor[row, row] = sum.squareRoot()
        } else {
          factor[row, column] = sum / factor[column, column]
        }
      }
    }
    for row in 0..<size {
      for inner in 0..<row { values[row] -= factor[row, inner] * values[inner] }
      values[row] /= factor[row, row]
    }
    for row in (0..<size).reversed() {
      for inner in (row + 1)..<max(size, row + 1) {
        values[row] -= factor[inner, row] * values[inner]
      }
      values[row] /= factor[row, row]
    }
    return values
  }
}
