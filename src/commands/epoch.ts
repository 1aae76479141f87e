import type { beginEpoch, Epoch } from '../database/backup/begin-epoch.ts';
import { systemClock } from '../lib/clock.ts';
import { CLI } from '../lib/command-line.ts';
import { counted } from '../lib/counted.ts';
import { operatorOf } from './terminal.ts';

/** Options of commands after which a database is in an earlier state. */
export interface EpochOptions {
  keepKeys?: boolean;
}

export function epochOf({ keepKeys }: EpochOptions): Omit<Parameters<typeof beginEpoch>[1], 'reason'> {
  return { operator: operatorOf(), now: systemClock.now(), keepKeys: keepKeys === true };
}

/** Returns what programs read of a new epoch. */
export function resultOf({ heldKeys, endedSessions, endedLinks }: Epoch) {
  return { held_keys: heldKeys, ended_sessions: endedSessions, ended_links: endedLinks };
}

/** Returns what people read of a new epoch, with the next command. */
export function linesOf({ heldKeys, endedSessions, endedLinks }: Epoch): string[] {
  const ended = `ended ${counted(endedSessions, 'session')} and ${counted(endedLinks, 'link')} to sign in`;
  if (heldKeys === 0) return [ended, 'no key is held'];
  const [are, them, they] = heldKeys === 1 ? ['is', 'it', 'it'] : ['are', 'them', 'they'];
  return [
    ended,
    `${counted(heldKeys, 'key')} ${are} held: requests with ${them} get 401, because ${they} may have been revoked since`,
    `next: ${CLI} key list shows ${them}; ${CLI} key revoke ID for those that were revoked, then ${CLI} key confirm --all`,
  ];
}
