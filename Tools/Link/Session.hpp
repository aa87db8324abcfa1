// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) 2026 The Kammerton authors
//
// The Link session, as long as a metronome takes part in it.

#pragma once

#include "Wire.hpp"

#include <ableton/Link.hpp>

#include <chrono>
#include <cmath>
#include <ctime>
#include <map>
#include <memory>

// The clock of metronomes. Link has another one, CLOCK_MONOTONIC_RAW, which no time server adjusts.
inline std::int64_t steadyTime()
{
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

class Session
{
public:
  // Answers a question and does what it asks. Nothing for a metronome that leaves or is one too many.
  std::optional<wire::Answer> answer(const wire::Question& question)
  {
    const auto now = steadyTime();
    if (question.leaves)
    {
      mClients.erase(question.asker);
      settle();
      return {};
    }
    if (mClients.size() >= kMostClients && mClients.count(question.asker) == 0) return {};
    auto& client = mClients[question.asker];
    client.lastTime = now;
    client.sharesStartStop = question.sharesStartStop;
    settle();
    if (!mLink && now - mLeft < kRespect) return nothingYet(question, client, now);
    if (!mLink) join(question, now);
    if (question.command != 0 && question.command != client.lastCommand)
    {
      client.lastCommand = question.command;
      carryOut(question);
    }
    return report(question, client);
  }

  // Forgets metronomes that ask no more, and leaves the session after the last of them.
  void expire()
  {
    const auto oldest = steadyTime() - kPatience;
    for (auto it = mClients.begin(); it != mClients.end();)
      it = it->second.lastTime < oldest ? mClients.erase(it) : std::next(it);
    settle();
  }

  std::size_t clientCount() const { return mClients.size(); }
  std::size_t peerCount() const { return mLink ? mLink->numPeers() : 0; }

private:
  struct Client
  {
    std::int64_t lastTime = 0;
    std::uint32_t lastCommand = 0;
    bool sharesStartStop = false;
  };

  // With the tempo of the first metronome. A session that exists is older, and keeps its own. Nothing may be committed
  // here: a state that was captured before the session is found, and arrives after, would change the session.
  void join(const wire::Question& question, const std::int64_t now)
  {
    mLink = std::make_unique<ableton::Link>(static_cast<double>(question.tempo) / 1e6);
    settle();
    mLink->enable(true);
    mJoined = now;
  }

  void settle()
  {
    if (mClients.empty())
    {
      if (mLink) mLeft = steadyTime();
      return mLink.reset();
    }
    bool isWanted = false;
    for (const auto& entry : mClients) isWanted = isWanted || entry.second.sharesStartStop;
    if (mLink && mLink->isStartStopSyncEnabled() != isWanted)
      mLink->enableStartStopSync(isWanted);
  }

  wire::Answer nothingYet(
    const wire::Question& question, const Client& client, const std::int64_t now) const
  {
    return {question.tempo, client.lastCommand, 0, static_cast<std::uint32_t>(mClients.size()),
      now, 0, 0, false, false};
  }

  void carryOut(const wire::Question& question)
  {
    auto state = mLink->captureAppSessionState();
    const auto now = mLink->clock().micros();
    if (question.setsTempo) state.setTempo(static_cast<double>(question.tempo) / 1e6, now);
    const bool changesPlaying =
      question.sharesStartStop && (question.starts || question.stops);
    if (changesPlaying) state.setIsPlaying(question.starts, now);
    if (question.setsTempo || changesPlaying) mLink->commitAppSessionState(state);
  }

  wire::Answer report(const wire::Question& question, const Client& client)
  {
    const auto state = mLink->captureAppSessionState();
    // One moment on both clocks, as near as two of three readings allow.
    std::int64_t moment = 0;
    auto linkTime = mLink->clock().micros();
    for (std::int64_t i = 0, least = INT64_MAX; i < 3; ++i)
    {
      const auto before = steadyTime();
      const auto middle = mLink->clock().micros();
      const auto after = steadyTime();
      if (after - before >= least) continue;
      least = after - before;
      moment = before + least / 2;
      linkTime = middle;
    }
    const bool isPlaying =
      linkTime >= state.timeForIsPlaying() ? state.isPlaying() : !state.isPlaying();
    return {std::llround(state.tempo() * 1e6), client.lastCommand,
      static_cast<std::uint32_t>(mLink->numPeers()), static_cast<std::uint32_t>(mClients.size()),
      moment, std::llround(state.beatAtTime(linkTime, quantum(question)) * 1e9),
      steadyTime() - mJoined, isPlaying, mLink->isStartStopSyncEnabled()};
  }

  static double quantum(const wire::Question& question)
  {
    return static_cast<double>(question.quantum) / 1e6;
  }

  static constexpr std::size_t kMostClients = 64;
  static constexpr std::int64_t kPatience = 3'000'000'000;

  // Whoever is left alone begins a new session, and of two that began within half a second Link takes either. So
  // a metronome that is started again at once must not begin its own too early: it could win with its tempo.
  static constexpr std::int64_t kRespect = 800'000'000;

  std::map<std::uint64_t, Client> mClients;
  std::unique_ptr<ableton::Link> mLink;
  std::int64_t mJoined = 0;
  std::int64_t mLeft = INT64_MIN / 2;
};
