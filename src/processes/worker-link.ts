import type { Config } from '../config.ts';
import type { SignInGrant } from '../modules/access/sign-in-code.ts';
import { createLink, type Handlers, type Link } from './link.ts';
import { createRemoteLimiters } from './remote-limiters.ts';
import type { Shared } from './shared.ts';

/** Values that a worker needs to start. Sent to it, because other users may see the environment of a process. */
export interface WorkerStart {
  env: Readonly<Record<string, string | undefined>>;
  databaseUrl: string;
  isPooled: boolean;
  /** Whether a one-time code signs in to the console. */
  hasSignInCode: boolean;
}

/** Connects a worker to its primary process. @param onLost called when the primary process has ended. */
export function connectToPrimary(handlers: Handlers, onLost: () => void): Link {
  const channel = {
    send: (message: unknown) => void (process.connected && process.send?.(message)),
    onMessage: (listener: (message: unknown) => void) => void process.on('message', listener),
  };
  const link = createLink(channel, handlers);
  process.once('disconnect', () => {
    link.close();
    onLost();
  });
  return link;
}

/** Creates what a worker shares with the others, through the primary process. */
export function createShared(
  link: Link,
  { rateLimit }: Pick<Config, 'rateLimit'>,
  onKeysChanged: (listener: () => void) => void,
): Shared {
  // The answer matters to nobody, and a primary process that has ended takes its counts along.
  const tell = (name: string, ...args: unknown[]) => void link.call(name, ...args).catch(() => undefined);
  const points = rateLimit?.points;
  return {
    limits: {
      limiters: points && createRemoteLimiters(link, points),
      async takeSlot(kind, organizationId) {
        const slot = await link.call<number>('takeSlot', kind, organizationId);
        return () => tell('releaseSlot', slot);
      },
    },
    streams: {
      take: (name, max) => link.call<boolean>('takeStream', name, max),
      give: (name) => tell('giveStream', name),
    },
    keys: { announce: () => tell('keysChanged'), onAnnounced: onKeysChanged },
  };
}

/** The one-time code of the primary process. It works once, whichever worker gets it. */
export function remoteSignInCode(link: Link) {
  return {
    /** @throws Fault sign_in_code_expired */
    exchange: (code: string): Promise<SignInGrant> => link.call('exchangeCode', code),
  };
}
