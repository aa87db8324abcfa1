/// A symmetric, positive definite matrix, as least-squares fits solve it.
///
/// - SeeAlso: G. H. Golub and C. F. Van Loan, "Matrix Computations", 4th edition, 2013, section 4.2.
package struct DenseMatrix: Sendable {
  /// The number of rows, and of columns.
  package let size: Int
  private var elements: [Double]

  /// Creates a matrix of zeros.
  package init(size: Int) {
    self.size = size
    elements = Array(repeating: 0, count: size * size)
  }

  package subscript(row: Int, column: Int) -> Double {
    get { elements[row * size + column] }
    set { elements[row * size + column] = newValue }
  }

  /// Adds one weighted equation of a least-squares fit to the matrix and the right side of its
  /// normal equations.
  package mutating func add(
    _ factors: [Double], value: Double, weight: Double, to right: inout [Double]
  ) {
    for row in 0..<size {
      right[row] += weight * factors[row] * value
      for column in 0..<size { self[row, column] += weight * factors[row] * factors[column] }
    }
  }

  /// Returns the inverse, column by column; zeros if the matrix is not positive definite.
  package var inverse: DenseMatrix {
    var result = DenseMatrix(size: size)
    for column in 0..<size {
      let unit = (0..<size).map { $0 == column ? 1.0 : 0 }
      for (row, value) in solution(unit).enumerated() { result[row, column] = value }
    }
    return result
  }

  /// Solves by Cholesky's method, and returns zeros if the matrix is not positive definite.
  ///
  /// - Complexity: The cube of the size.
  package func solution(_ right: [Double]) -> [Double] {
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
