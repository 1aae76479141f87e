import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Admission } from '../api/pipeline/admission.ts';
import type { Queryable } from '../database/client.ts';
import { isWaitForConnection } from '../database/errors.ts';
import type { Charge } from '../lib/cost-class.ts';
import { Fault } from '../lib/fault.ts';
import { textIn } from '../lib/json.ts';
import { holderOf, type Owner } from '../lib/principal.ts';
import { OperationScope, runWith } from '../lib/request-context.ts';
import { whenClosed } from '../lib/send.ts';
import { counted } from '../lib/text.ts';
import type { Authenticator } from '../modules/access/authenticate.ts';
import { Semaphore } from '../modules/limits/semaphore.ts';
import { senderOf } from './client-address.ts';
import { readJson } from './read-json.ts';
import { type Middleware, stateOf } from './request.ts';
import { MAX_BODY_BYTES, type PlainRoute } from './session-routes.ts';

/** Points of one request, from the budget of the address, and from that of the user once it is known who signs in. */
const CHARGES: readonly Charge[] = [{ costClass: 'write', points: 1 }];

/**
 * Requests that are carried out at a time, in the process and for one owner. Each takes milliseconds and a connection for
 * writes, of which there are four by default. Requests that may wait for an OpenID provider hold no connection meanwhile.
 */
const SLOTS = { own: { units: 2, alone: 1 }, provider: { units: 16, alone: 4 } };
/** Addresses are cheap, so users who have shown a valid key find room behind them. */
const MAX_WAITING = { address: 200, user: 400 };
const MAX_WAITING_PER_OWNER = 100;
/** As long as heavy work may be expected to wait. */
const MAX_WAIT_MS = 4_000;
const RETRY_SECONDS = 2;

interface SignInParts {
  admission: Admission;
  authenticator: Authenticator;
  /** Answers however busy the other pools are. */
  db: Queryable;
}

/**
 * Creates what stands in front of the routes by which people sign in, before there is a caller. A sign-in belongs to the
 * address of its client, and to the user of a pasted key. Its points follow RATE_LIMIT; its bounds of concurrency and of
 * waiting hold always.
 */
export function createSignInAdmission({ admission, authenticator, db }: SignInParts) {
  const slots = { own: new Semaphore(SLOTS.own), provider: new Semaphore(SLOTS.provider) };
  // One for all sign-ins: together, they have as many connections of a pool as one operation.
  const operation = new OperationScope();

  /** Creates what takes the points of a request, once from each owner. @throws Fault rate_limited */
  function payerOf(req: IncomingMessage, res: ServerResponse): (owner: Owner) => Promise<void> {
    const paid = new Set<Owner>();
    return async (owner) => {
      if (paid.has(owner)) return;
      paid.add(owner);
      await admission.charge(owner, stateOf(req).report, res, CHARGES);
    };
  }

  /** Returns the user of the key that a body brings; undefined without a valid one. */
  async function userOfKey(body: unknown, from: Owner): Promise<Owner | undefined> {
    const key = textIn(body, 'key');
    const principal =
      key === undefined ? undefined : await authenticator.authenticate(key.trim(), 'key', from);
    return principal?.kind === 'user' ? holderOf(principal) : undefined;
  }

  /** Tells a database that is busy from one that is away. Nothing was changed: the sign-in got no connection. */
  async function explain(error: unknown): Promise<unknown> {
    if (!isWaitForConnection(error)) return error;
    const isThere = await db.query<{ one: number }>({ name: 'sign_in_probe', text: 'SELECT 1 AS one' }).then(
      () => true,
      () => false,
    );
    return isThere ? tooMany() : error;
  }

  function bounded(kind: keyof typeof SLOTS, handle: Middleware): Middleware {
    return async (req, res, next) => {
      const pay = payerOf(req, res);
      const address = senderOf(req);
      await pay(address);
      // Read before the slot is taken: a client may send a byte a second. The route reports what is wrong with it.
      const body = await readJson(req, res, MAX_BODY_BYTES).catch(() => undefined);
      const user = await userOfKey(body, address);
      if (user) await pay(user);
      const owner = user ?? address;
      // Nobody waits any more: the route would sign in for nothing.
      if (res.closed) return;
      const queue = slots[kind];
      const most = MAX_WAITING[user ? 'user' : 'address'];
      if (queue.waitingOf(owner) >= MAX_WAITING_PER_OWNER || queue.waiting >= most) throw tooMany();
      const onStop = (listener: (reason: Error) => void) => whenClosed(res, () => listener(tooMany()));
      const release = await queue.take(owner, { waitMs: MAX_WAIT_MS, refuse: tooMany, onStop });
      try {
        const identified = (userId: number) => pay(`u${userId}`);
        await runWith({ operation, identified }, async () => handle(req, res, next));
      } catch (error) {
        throw await explain(error);
      } finally {
        release();
      }
    };
  }

  return {
    /** Puts a route behind these bounds. @param kind `provider` if it may wait for an OpenID provider */
    guard: (route: PlainRoute, kind: keyof typeof SLOTS): PlainRoute => {
      const { steps } = route;
      return {
        ...route,
        steps: steps.with(
          -1,
          bounded(kind, (req, res, next) => steps.at(-1)?.(req, res, next)),
        ),
      };
    },
  };
}

function tooMany(): Fault {
  const message = `Too many people are signing in at the moment. Try again in ${counted(RETRY_SECONDS, 'second')}.`;
  return new Fault('overloaded', message, { details: { retry_after: RETRY_SECONDS } });
}
