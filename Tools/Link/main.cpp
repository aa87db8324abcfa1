// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) 2026 The Kammerton authors
//
// This program is free software; you can redistribute it and/or modify it under the terms of the GNU General Public
// License as published by the Free Software Foundation; either version 2 of the License, or (at your option) any
// later version. It is distributed in the hope that it will be useful, but WITHOUT ANY WARRANTY; without even the
// implied warranty of MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE. See the file LICENSE for details.
//
// kammerton-link: takes part in an Ableton Link session on behalf of the metronomes of one user on this computer,
// which ask for its beat by UDP at 127.0.0.1.

#include "Session.hpp"
#include "Wire.hpp"

#include <arpa/inet.h>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <iostream>
#include <netinet/in.h>
#include <poll.h>
#include <string>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace
{

volatile std::sig_atomic_t isEnding = 0;

[[noreturn]] void fail(const std::string& text, const int status = 2)
{
  std::cerr << "kammerton-link: " << text << std::endl;
  std::exit(status);
}

std::string reason() { return std::strerror(errno); }

struct Options
{
  std::uint16_t port = 0;  // any that is free
  double idleLimit = 0;  // seconds without metronomes; 0 for no limit
  bool isQuiet = false;
};

constexpr char kHelp[] =
  "Usage: kammerton-link [--port N] [--until-idle SECONDS] [--quiet]\n"
  "\n"
  "Takes part in the Ableton Link session of this network for kammerton metronome --link, which starts this program\n"
  "when it is needed. Started by hand, it stays until Ctrl-C.\n"
  "\n"
  "  --port N              UDP port at 127.0.0.1 for metronomes, 1...65535. (default: any that is free)\n"
  "  --until-idle SECONDS  End when no metronome has asked for so long, 1...3600.\n"
  "  --quiet               Print nothing but errors.\n"
  "  --version             Print the version.\n"
  "  -h, --help            Show this help.\n"
  "\n"
  "Copyright (C) 2026 The Kammerton authors. Licence: GPL-2.0-or-later. There is NO WARRANTY.\n";

double number(const std::string& option, const char* text, const double least, const double most)
{
  char* end = nullptr;
  const double value = text ? std::strtod(text, &end) : 0;
  if (!text || end == text || *end != 0 || !(value >= least && value <= most))
    fail(option + " needs a number, " + std::to_string(static_cast<int>(least)) + " to "
           + std::to_string(static_cast<int>(most)) + ".",
      64);
  return value;
}

Options options(const int count, char** words)
{
  Options options;
  for (int i = 1; i < count; ++i)
  {
    const std::string word = words[i];
    const char* next = i + 1 < count ? words[i + 1] : nullptr;
    if (word == "--help" || word == "-h")
    {
      std::cout << kHelp;
      std::exit(0);
    }
    if (word == "--version")
    {
      std::cout << KAMMERTON_VERSION << std::endl;
      std::exit(0);
    }
    if (word == "--quiet") options.isQuiet = true;
    else if (word == "--port" && ++i)
      options.port = static_cast<std::uint16_t>(number(word, next, 1, 65535));
    else if (word == "--until-idle" && ++i) options.idleLimit = number(word, next, 1, 3600);
    else fail("'" + word + "' is not an option. See kammerton-link --help.", 64);
  }
  return options;
}

// The file that tells this user's metronomes, and nobody else, where to ask.
class Notice
{
public:
  Notice()
  {
    const char* folder = std::getenv("XDG_RUNTIME_DIR");
    mPath = folder && *folder == '/' ? std::string(folder) + "/kammerton-link"
                                     : "/tmp/kammerton-link-" + std::to_string(getuid());
    mFile = open(mPath.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (mFile < 0) fail(mPath + " cannot be written: " + reason() + ".");
    struct stat status{};
    if (fstat(mFile, &status) != 0 || !S_ISREG(status.st_mode) || status.st_uid != getuid()
        || (status.st_mode & 077) != 0)
      fail(mPath + " belongs to somebody else, or others can read it. Remove it.");
    if (flock(mFile, LOCK_EX | LOCK_NB) != 0)
      fail("another kammerton-link of yours is running already.", 3);
    clear();
  }

  ~Notice() { clear(); }

  void publish(const std::uint16_t port, const wire::Token& token)
  {
    std::string text = "KLnk 1 " + std::to_string(port) + " ";
    for (const auto byte : token)
    {
      char hex[3];
      std::snprintf(hex, sizeof hex, "%02x", byte);
      text += hex;
    }
    text += "\n";
    if (pwrite(mFile, text.data(), text.size(), 0) != static_cast<ssize_t>(text.size()))
      fail(mPath + " cannot be written: " + reason() + ".");
  }

private:
  void clear()
  {
    if (ftruncate(mFile, 0) != 0) fail(mPath + " cannot be written: " + reason() + ".");
  }

  std::string mPath;
  int mFile = -1;
};

// A socket at 127.0.0.1, which nothing outside of this computer reaches.
int loopbackSocket(std::uint16_t& port)
{
  const int descriptor = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (descriptor < 0) fail("the network cannot be used: " + reason() + ".");
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const place = reinterpret_cast<sockaddr*>(&address);
  if (bind(descriptor, place, size) != 0)
    fail("UDP port " + std::to_string(port) + " cannot be used: " + reason() + ".");
  if (getsockname(descriptor, place, &size) != 0) fail("the port is unknown: " + reason() + ".");
  port = ntohs(address.sin_port);
  return descriptor;
}

void answerAll(const int descriptor, Session& session, const wire::Token& token)
{
  for (int i = 0; i < 256; ++i)  // then others have their turn, whatever floods this port
  {
    std::array<std::uint8_t, wire::kByteCount + 1> buffer;
    sockaddr_in sender{};
    socklen_t size = sizeof sender;
    const auto count = recvfrom(descriptor, buffer.data(), buffer.size(), 0,
      reinterpret_cast<sockaddr*>(&sender), &size);
    if (count < 0) return;
    wire::Bytes bytes;
    std::copy_n(buffer.begin(), wire::kByteCount, bytes.begin());
    const auto question = wire::question(bytes, static_cast<std::size_t>(count), token);
    if (!question) continue;
    const auto answer = session.answer(*question);
    if (!answer) continue;
    const auto packet = wire::packet(*question, *answer);
    sendto(descriptor, packet.data(), packet.size(), MSG_NOSIGNAL,
      reinterpret_cast<const sockaddr*>(&sender), size);
  }
}

}  // namespace

int main(const int count, char** words)
{
  const auto chosen = options(count, words);
  // What the program that started this one has open is not ours, nor are the signals that its thread blocked.
  for (int descriptor = 3; descriptor < 1024; ++descriptor) close(descriptor);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  for (const int number : {SIGINT, SIGTERM, SIGHUP})
    std::signal(number, [](int) { isEnding = 1; });
  std::signal(SIGPIPE, SIG_IGN);

  Notice notice;
  auto port = chosen.port;
  const int descriptor = loopbackSocket(port);
  wire::Token token;
  if (getrandom(token.data(), token.size(), 0) != static_cast<ssize_t>(token.size()))
    fail("there are no random numbers: " + reason() + ".");
  notice.publish(port, token);
  if (!chosen.isQuiet) std::cout << "kammerton-link answers at 127.0.0.1:" << port << std::endl;

  Session session;
  auto lastUse = steadyTime();
  std::pair<std::size_t, std::size_t> shown{0, 0};
  while (!isEnding)
  {
    pollfd wanted{descriptor, POLLIN, 0};
    if (poll(&wanted, 1, 200) > 0) answerAll(descriptor, session, token);
    session.expire();
    const auto now = steadyTime();
    if (session.clientCount() > 0) lastUse = now;
    if (chosen.idleLimit > 0 && static_cast<double>(now - lastUse) > chosen.idleLimit * 1e9) break;
    const std::pair<std::size_t, std::size_t> counts{session.clientCount(), session.peerCount()};
    if (!chosen.isQuiet && counts != shown)
      std::cout << "metronomes: " << counts.first << ", other peers: " << counts.second << std::endl;
    shown = counts;
  }
}
