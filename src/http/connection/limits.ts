const MIB = 1024 * 1024;

/** Bounds on the request bodies and responses that one process holds in memory. */
export const TRANSFER_LIMITS = {
  unreadAnswers: {
    /** Milliseconds without a byte read after which the connection is closed. Proxies give up after 60 seconds. */
    stallMs: 20_000,
    /** Average rate at which a client must read a response once `stallMs` have passed. Mobile networks of 2003 are faster. */
    minBytesPerSecond: 16_384,
    /** Bytes of unread responses that the process may hold: sixteen of the largest. */
    maxBytes: 256 * MIB,
    /** Bytes that it may hold for one caller. Four callers can fill the whole. */
    maxBytesPerCaller: 64 * MIB,
  },
  largeBodies: {
    /** Requests with bodies over 64 KiB that the process handles at a time. Each can take 1 MiB, and its parsed form more. */
    max: 16,
    /** Requests with bodies over 64 KiB that it handles at a time for one caller. */
    maxPerCaller: 4,
  },
};
