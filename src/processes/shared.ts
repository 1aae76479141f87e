import type { Counts } from '../lib/counts.ts';
import type { SharedLimits } from '../modules/limits/limits.ts';

/** State that the processes of a service share beside the database. The primary process holds it; workers ask for it. */
export interface Shared {
  limits: SharedLimits;
  /** Open subscriptions by key. */
  streams: Counts;
  keys: KeyAnnouncements;
}

/** Tells the other processes that keys or their holders changed, so that none answers from its cache. */
export interface KeyAnnouncements {
  announce(): void;
  onAnnounced(listener: () => void): void;
}
