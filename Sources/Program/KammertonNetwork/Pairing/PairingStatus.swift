import CommandKit
import Pairing

/// One line on the terminal that says what a pairing waits for.
struct PairingStatus: Sendable {
  private let line = StatusLine()

  init() {}

  @Sendable func take(_ event: PairingEvent) {
    switch event {
    case .waiting(let stage): line.show(Self.text(stage))
    case .done: line.show("Paired.")
    case .failed: line.show("The pairing failed. Telling the other device …")
    case .ignored: break
    }
  }

  func clear() { line.clear() }

  static func text(_ stage: PairingStage) -> String {
    switch stage {
    case .offer: "Listening for an offer …"
    case .join: "Offering. Waiting for the other device …"
    case .reveal: "An offer arrived. Answering …"
    case .comparison: "Compare the digits."
    case .confirmation: "Waiting for the other device to confirm …"
    case .handOver: "Handing over …"
    }
  }
}
