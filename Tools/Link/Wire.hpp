// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) 2026 The Kammerton authors
//
// The packets between kammerton-link and metronomes on the same computer: docs/link.md has the table.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>

namespace wire
{

constexpr std::size_t kByteCount = 96;
constexpr std::uint8_t kVersion = 1;
constexpr char kMark[] = "KLnk";

using Bytes = std::array<std::uint8_t, kByteCount>;
using Token = std::array<std::uint8_t, 16>;

// The limits of what is believed. Link's own are 20 to 999 BPM.
constexpr std::int64_t kLeastTempo = 20'000'000;  // millionths of quarters per minute
constexpr std::int64_t kMostTempo = 999'000'000;
constexpr std::int64_t kLeastQuantum = 15'625;  // millionths of a quarter: a 1/256
constexpr std::int64_t kMostQuantum = 1'024'000'000;

// What a metronome asks, ten times a second.
struct Question
{
  std::uint64_t asker;
  std::int64_t asked;  // the asker's clock
  std::int64_t quantum;  // the bar, in millionths of a quarter
  std::int64_t tempo;  // of the asker, or to be set, in millionths of quarters per minute
  std::uint32_t command;  // another number for each command; 0 for none
  bool sharesStartStop;
  bool leaves;
  bool setsTempo;
  bool starts;
  bool stops;
};

// What it is told.
struct Answer
{
  std::int64_t tempo;
  std::uint32_t command;  // the last one that was carried out
  std::uint32_t peerCount;
  std::uint32_t clientCount;
  std::int64_t moment;  // nanoseconds of CLOCK_MONOTONIC
  std::int64_t beat;  // at that moment, in billionths of a quarter; its phase is that of the bar
  std::int64_t age;  // nanoseconds since this program joined
  bool isPlaying;
  bool sharesStartStop;
};

template <typename Number>
Number read(const Bytes& bytes, const std::size_t offset)
{
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < sizeof(Number); ++i) value = value << 8 | bytes[offset + i];
  return static_cast<Number>(value);
}

template <typename Number>
void write(Bytes& bytes, const std::size_t offset, const Number number)
{
  const auto value = static_cast<std::uint64_t>(number);
  for (std::size_t i = 0; i < sizeof(Number); ++i)
    bytes[offset + i] = static_cast<std::uint8_t>(value >> 8 * (sizeof(Number) - 1 - i));
}

// Nothing for anything that no metronome with this token sends.
inline std::optional<Question> question(
  const Bytes& bytes, const std::size_t count, const Token& token)
{
  if (count != kByteCount || std::memcmp(bytes.data(), kMark, 4) != 0 || bytes[4] != kVersion
      || bytes[5] != 1)
    return {};
  std::uint8_t difference = 0;  // compared without a hint of where it differs
  for (std::size_t i = 0; i < token.size(); ++i) difference |= bytes[8 + i] ^ token[i];
  if (difference != 0) return {};
  const auto flags = bytes[6];
  const Question question{read<std::uint64_t>(bytes, 24), read<std::int64_t>(bytes, 32),
    read<std::int64_t>(bytes, 40), read<std::int64_t>(bytes, 48), read<std::uint32_t>(bytes, 56),
    (flags & 1) != 0, (flags & 2) != 0, (flags & 4) != 0, (flags & 8) != 0, (flags & 16) != 0};
  if (question.asker == 0 || flags >= 32 || (question.starts && question.stops)) return {};
  if (question.quantum < kLeastQuantum || question.quantum > kMostQuantum) return {};
  if (question.tempo < kLeastTempo || question.tempo > kMostTempo) return {};
  return question;
}

inline Bytes packet(const Question& question, const Answer& answer)
{
  Bytes bytes{};
  std::memcpy(bytes.data(), kMark, 4);
  bytes[4] = kVersion;
  bytes[5] = 2;
  bytes[6] = static_cast<std::uint8_t>(
    (answer.isPlaying ? 1 : 0) | (answer.sharesStartStop ? 2 : 0));
  write(bytes, 24, question.asker);
  write(bytes, 32, question.asked);
  write(bytes, 40, question.quantum);
  write(bytes, 48, answer.tempo);
  write(bytes, 56, answer.command);
  write(bytes, 60, answer.peerCount);
  write(bytes, 64, answer.clientCount);
  write(bytes, 72, answer.moment);
  write(bytes, 80, answer.beat);
  write(bytes, 88, answer.age);
  return bytes;
}

}  // namespace wire
