import { type Queryable, transaction } from '../../database/client.ts';
import type { Notifications } from '../../database/notifications.ts';
import type { Pools } from '../../database/pools.ts';
import type { Clock } from '../../lib/clock.ts';
import { Fault } from '../../lib/fault.ts';
import { PollingWorker } from '../../lib/polling-worker.ts';
import { shareReading } from '../../lib/shared-loader.ts';
import type { EventData, PlacedEvent } from '../events/event.ts';
import { positionOf, readPage } from '../events/queries.ts';
import { EVENTS, type NewEvent, writeEvent } from '../events/write-event.ts';
import type { Sweeps } from '../sweeps/sweeps.ts';
import {
  advance,
  type ClaimedWebhook,
  claimWebhooks,
  type DueWebhook,
  disableExpired,
  type LoggedAttempt,
  pauseAfter,
  recordFailure,
  release,
} from './queries.ts';
import { isGone, type Sender } from './sender.ts';
import { messageOf, signedRequest } from './signing.ts';

interface DeliveriesOptions {
  pools: Pick<Pools, 'reads' | 'writes'>;
  clock: Clock;
  sweeps: Pick<Sweeps, 'time'>;
  sender: Sender;
  notifications: Notifications;
  /** Time for one attempt. */
  attemptMs: number;
  onError: (error: unknown) => void;
}

/** Endpoints to which a process sends at once. An organization has fewer, by its quota, so it never takes all places. */
export const PLACES = 128;
/** Places for endpoints that failed before: dead ones never keep events from those that work. */
const RETRY_PLACES = 64;
const POLL_MS = 1_000;
/** Events that a run sends at most before it makes room for others. */
const PAGE = 100;

/** Time of failure after which an endpoint is disabled. */
const PATIENCE_MS = 5 * 24 * 3_600_000;

/** Sends the events of the feed to the endpoints of their readers: in order, at least once, one request at a time for each. */
export class Deliveries {
  readonly #options: DeliveriesOptions;
  readonly #work: PollingWorker<DueWebhook>;
  #isStopping = false;
  #retrying = 0;

  /** Begins at once. */
  constructor(options: DeliveriesOptions) {
    this.#options = options;
    const { notifications, onError } = options;
    this.#work = new PollingWorker({
      claim: (limit) => this.#claim(limit),
      work: (webhook) => this.#run(webhook),
      isCapped: ({ isCapped }) => isCapped,
      concurrency: PLACES,
      pollMs: POLL_MS,
      onError,
    });
    const wake = () => this.#work.wake();
    notifications.on(EVENTS, { onMessage: wake, onGap: wake });
    void notifications.start();
    wake();
  }

  /** Webhooks that a clock which was ahead had put off, and that this process sent to all the same. */
  get capped(): number {
    return this.#work.capped;
  }

  /** Begins no more attempts, and waits for those that have begun. */
  async close(): Promise<void> {
    this.#isStopping = true;
    await this.#work.close();
  }

  async #claim(limit: number): Promise<DueWebhook[]> {
    const { pools, clock } = this.#options;
    const now = clock.now();
    const retries = Math.min(limit, RETRY_PLACES - this.#retrying);
    const claim = { now, limit, retries, leasedUntil: this.#leaseFrom(now) };
    return claimWebhooks(pools.writes, claim);
  }

  /** A lease ends after twice the time of an attempt, so that no other run begins while this one waits for an answer. */
  #leaseFrom(now: Date): Date {
    return new Date(now.getTime() + 2 * this.#options.attemptMs);
  }

  async #run(webhook: ClaimedWebhook): Promise<void> {
    const isRetry = webhook.attempts > 0;
    if (isRetry) this.#retrying += 1;
    try {
      await this.#sendNext(webhook);
    } catch (error) {
      if (!(error instanceof Fault && error.code === 'cursor_expired')) throw error;
      await this.#disableExpired(webhook);
    } finally {
      if (isRetry) this.#retrying -= 1;
    }
  }

  /** Sends events until one fails, none is left, or it is the turn of others. */
  async #sendNext(webhook: ClaimedWebhook): Promise<void> {
    const { pools, clock } = this.#options;
    const page = await readPage(pools, webhook, { from: webhook, backwards: false, limit: PAGE }, {});
    let current = webhook;
    let passed = webhook.position;
    for (const event of page.edges) {
      if (this.#isStopping) return release(pools.writes, current, passed, clock.now());
      const position = positionOf(event.cursor);
      if (isWanted(current, event)) {
        const next = await this.#send(current, event, position);
        // Its owner may have changed or disabled it meanwhile. Releases it now instead of waiting for the lease to expire.
        if (!next) return release(pools.writes, current, passed, clock.now());
        current = next;
      }
      passed = position;
    }
    const end = page.hasNextPage ? passed : positionOf(page.nextCursor);
    await release(pools.writes, current, end, clock.now());
  }

  /** Sends an event. @returns the webhook as it is afterwards; undefined if the run has ended. */
  async #send(webhook: ClaimedWebhook, { node }: PlacedEvent, position: number) {
    const { pools, clock, sender } = this.#options;
    const at = clock.now();
    const result = await sender.send(signedRequest(webhook, messageOf(node), at));
    const { eventId, type } = node;
    const logged = { ...result, eventId, type, at, attempt: webhook.attempts + 1 };
    if (result.outcome !== 'delivered') return this.#fail(webhook, logged, position);
    return advance(pools.writes, webhook, position, logged, this.#leaseFrom(clock.now()));
  }

  async #fail(webhook: ClaimedWebhook, attempt: LoggedAttempt, pendingPosition: number): Promise<undefined> {
    const { pools, clock } = this.#options;
    const now = clock.now();
    const { attempts } = webhook;
    const since = webhook.failingSince ?? attempt.at;
    // A clock that was ahead may have set it.
    const failingSince = since < attempt.at ? since : attempt.at;
    const hasFailedLong = await this.#isOver(failingSince, PATIENCE_MS);
    const disabledReason = isGone(attempt) ? 'gone' : hasFailedLong ? 'failing' : null;
    const failure = {
      pendingPosition,
      failingSince,
      nextAttemptAt: new Date(now.getTime() + pauseAfter(attempts)),
      disabledAt: disabledReason && now,
      disabledReason,
    };
    await transaction(pools.writes, async (client) => {
      const isHeld = await recordFailure(client, webhook, attempt, failure);
      if (isHeld && disabledReason)
        await writeEvent(client, disabledEvent(webhook, now, failingSince, disabledReason));
    });
  }

  /** Returns whether so much time has passed, by a clock that sweeps believe: a disabled webhook stays disabled. */
  async #isOver(since: Date, ms: number): Promise<boolean> {
    const { clock, sweeps } = this.#options;
    if (clock.now().getTime() - since.getTime() < ms) return false;
    const time = await sweeps.time();
    return time !== undefined && since <= time.before(ms);
  }

  async #disableExpired(webhook: ClaimedWebhook): Promise<void> {
    const { pools, clock } = this.#options;
    const now = clock.now();
    await transaction(pools.writes, async (client) => {
      if (await disableExpired(client, webhook, now))
        await writeEvent(client, disabledEvent(webhook, now, webhook.failingSince, 'expired'));
    });
  }
}

/** Whether a webhook sends an event, by its types and lists. */
function isWanted({ types, listIds }: ClaimedWebhook, { node: { type, listId } }: PlacedEvent): boolean {
  if (types.length > 0 && !types.includes(type)) return false;
  return listIds.length === 0 || (listId !== null && listIds.includes(listId));
}

/** The event of a webhook that was disabled, for its owner. */
function disabledEvent(
  { id, organizationId, userId }: ClaimedWebhook,
  at: Date,
  failingSince: Date | null,
  reason: EventData<'webhook.disabled'>['reason'],
): NewEvent {
  const since = failingSince === null ? {} : { failing_since: failingSince.toISOString() };
  const data = { webhook_id: id, reason, ...since };
  return { organizationId, type: 'webhook.disabled', at, userIds: [userId], data };
}

/** Webhooks of the installation, by state, and how far they are behind. */
interface WebhookReading {
  healthy: number;
  failing: number;
  disabled: number;
  /** Seconds since the oldest event that a healthy webhook has not handled; 0 without one. */
  healthyLag: number;
  failingLag: number;
}

/** SQL of the seconds at $1 since the first event after the cursor of w. */
const LAG = `extract(epoch FROM $1::timestamptz - least(
  (SELECT at FROM event WHERE organization_id = w.organization_id AND position > w.position ORDER BY position LIMIT 1),
  (SELECT at FROM event WHERE organization_id IS NULL AND position > w.position ORDER BY position LIMIT 1)))`;

const GAUGES = {
  name: 'webhook_gauges',
  text: `
    WITH states AS (
      SELECT w.attempts > 0 AS is_failing, w.disabled_at IS NULL AND u.disabled_at IS NULL AND f.id IS NOT NULL AS is_on,
        ${LAG} AS lag
      FROM webhook w JOIN "user" u ON u.id = w.user_id LEFT JOIN event_feed f ON f.epoch = w.epoch
    )
    SELECT count(*) FILTER (WHERE is_on AND NOT is_failing)::int AS healthy,
      count(*) FILTER (WHERE is_on AND is_failing)::int AS failing,
      count(*) FILTER (WHERE NOT is_on)::int AS disabled,
      coalesce(greatest(max(lag) FILTER (WHERE is_on AND NOT is_failing), 0), 0)::float8 AS "healthyLag",
      coalesce(greatest(max(lag) FILTER (WHERE is_on AND is_failing), 0), 0)::float8 AS "failingLag"
    FROM states`,
};

/** Returns what reads the values for a scrape, with one statement. */
export function createWebhookGauges(db: Queryable, clock: Clock): () => Promise<WebhookReading | undefined> {
  return shareReading(clock, async () => {
    const { rows } = await db.query<WebhookReading>({ ...GAUGES, values: [clock.now()] });
    return rows[0];
  });
}
