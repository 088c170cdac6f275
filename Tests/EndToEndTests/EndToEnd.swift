// The tests that start guests, one after the other: each uses all cores by itself, and what they
// measure in real time (a stalled clock, an interrupt) must not be disturbed by the others.

import Testing

@Suite(.serialized, .enabled(if: Meterloop.isThere, Meterloop.reason))
enum EndToEnd {}
