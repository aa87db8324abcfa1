import BellTuning
import MeasureCommands
import PianoTuning

/// Files of bells, which people share.
extension FuzzTarget {
  static let bellTargets = [bellFile]

  private static let bellFile = FuzzTarget(
    name: "bell-file",
    words: [
      "kammerton-bells 1", "name:", "object: reed", "concert-pitch: 442", "temperament: vallotti",
      "third: major", "temperature: 18", "beat: 60 1.5", "stroke: 60 before", "after", "bell",
      "line: 1", "heard", "end: 1", "#", "nan", "1e300", "-0", "-", "0.0000001",
    ],
    seeds: {
      let head = "kammerton-bells 1\n"
      let date = "2026-11-22T10:15:00Z"
      return [
        "\(head)end: 0\n",
        """
        \(head)name: Tower
        object: bell
        concert-pitch: 440.000
        temperament: equal
        third: minor
        temperature: 20.0
        stroke: 60 before \(date) bell 261.500000 4.000 0.875 -
        line: 1 130.500000 0.002000 0.250000 12.500 heard 130.500000 41.5
        line: 1 131.250000 0.002000 0.250000 12.500
        line: 5 523.300000 0.002000 0.250000 - heard 523.300000 50.0
        end: 1

        """,
        """
        \(head)object: reed
        beat: 57 1.800
        beat: 81 4.200
        stroke: 69 after \(date) reed 440.000000 2.000 0.900 18.5
        line: 1 440.000000 0.000100 1.000000 - heard 440.000000 60.0
        line: 1 442.500000 0.000100 1.000000 -
        end: 1

        """,
      ].map { Array($0.utf8) }
    },
    read: { bytes in
      let bells: BellFile
      do throws(MeasurementFileError) {
        bells = try BellFile(bytes: bytes)
      } catch {
        require(error.line >= 1 && !error.description.isEmpty, "an error names a line")
        return false
      }
      let again = try? BellFile(bytes: bells.bytes)
      require(again?.bytes == bells.bytes, "written data reads back")
      guard let report = try? BellReport(bells) else {
        require(false, "what was read has a report")
        return false
      }
      require(!report.text.isEmpty && !report.csv.isEmpty, "a report is shown")
      return true
    })
}
