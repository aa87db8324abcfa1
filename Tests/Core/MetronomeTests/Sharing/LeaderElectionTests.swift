import Metronome
import Testing

@Suite("The choice of a leader")
struct LeaderElectionTests {
  private let young = FakeLeader(number: 1, seconds: 10)
  private let old = FakeLeader(number: 2, seconds: 100)
  private let chosen = FakeLeader(number: 3, isChosen: true, seconds: 1)

  private func choice(
    _ first: FakeLeader, asksOneHost: Bool = false
  ) -> LeaderElection<Int> {
    var choice = LeaderElection<Int>(asksOneHost: asksOneHost)
    #expect(choice.leader == nil)
    #expect(choice.process(first.answer, from: 1, isLost: false) == .new)
    return choice
  }

  @Test("the first that answers is followed, where it answers")
  func first() {
    var choice = choice(young)
    #expect(choice.leader?.address == 1)
    #expect(choice.process(young.answer, from: 9, isLost: false) == .same)
    #expect(choice.leader?.address == 1)
  }

  @Test("then one that was told to lead, or has led longer; a weaker one is news once")
  func stronger() {
    var choice = choice(young)
    #expect(choice.process(old.answer, from: 2, isLost: false) == .new)
    #expect(choice.process(young.answer, from: 1, isLost: false) == .other(isFirst: true))
    #expect(choice.process(young.answer, from: 1, isLost: false) == .other(isFirst: false))
    #expect(choice.leader?.address == 2)
    #expect(choice.process(chosen.answer, from: 3, isLost: false) == .new)
    #expect(choice.leader?.address == 3)
  }

  @Test("one that does not answer any more gives way to any other")
  func lost() {
    var choice = choice(chosen)
    #expect(choice.process(young.answer, from: 2, isLost: true) == .new)
    #expect(choice.leader?.address == 2)
  }

  @Test("one that is back is followed to where it has moved")
  func moved() {
    var choice = choice(young)
    #expect(choice.process(young.answer, from: 2, isLost: true) == .same)
    #expect(choice.leader?.address == 2)
  }

  @Test("at one host, who answers has taken the place of who answered before")
  func host() {
    var choice = choice(chosen, asksOneHost: true)
    #expect(choice.process(young.answer, from: 1, isLost: false) == .new)
  }

  @Test("at one address and port, too: a metronome that was started again is followed at once")
  func restart() {
    var choice = choice(chosen)
    #expect(choice.process(young.answer, from: 1, isLost: false) == .new)
    #expect(choice.leader?.rank.number == 1)
    #expect(choice.process(old.answer, from: 10, isLost: false) == .new)
  }

  @Test("of a hundred pretenders, sixteen are news")
  func pretenders() {
    var choice = choice(chosen)
    let verdicts = (10..<110).map {
      choice.process(FakeLeader(number: $0).answer, from: 4, isLost: false)
    }
    #expect(verdicts.count { $0 == .other(isFirst: true) } == 16)
    #expect(choice.leader?.rank.number == 3)
  }
}
