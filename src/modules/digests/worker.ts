import type { Pools } from '../../database/pools.ts';
import type { Clock } from '../../lib/clock.ts';
import { Fault } from '../../lib/fault.ts';
import { recordOf } from '../../lib/json.ts';
import { PollingWorker } from '../../lib/polling-worker.ts';
import { runInternally } from '../../lib/request-context.ts';
import { findPlace, NOW, readPlace } from '../events/queries.ts';
import type { FiltersService } from '../filters/service.ts';
import { MAIL_OUTCOMES, type SendMail } from '../invitations/mailer.ts';
import { BACKGROUND, inSlot } from '../limits/in-slot.ts';
import type { WorkQueue } from '../limits/work-queue.ts';
import { digestMail } from './letter.ts';
import { readNews } from './news.ts';
import {
  beginSending,
  claimDigests,
  type DueDigest,
  finishDigest,
  PERIODS_MS,
  postponeDigest,
} from './queries.ts';
import { type Digests, UNSUBSCRIBE_PATH } from './service.ts';

interface DigestWorkerOptions {
  pools: Pick<Pools, 'reads' | 'writes'>;
  clock: Clock;
  filters: Pick<FiltersService, 'explain' | 'fields'>;
  work: Pick<WorkQueue, 'take'> | undefined;
  digests: Pick<Digests, 'tokenOf'>;
  sendMail: SendMail;
  /** Address of the API, as users reach it, and of the console. */
  apiUrl: string;
  publicUrl: string;
  onError: (error: unknown) => void;
}

const CONCURRENCY = 1;
const POLL_MS = 5_000;
/** Much longer than making and sending a mail takes. */
const LEASE_MS = 300_000;
/** Time after which a mail that could not be sent is tried again. */
const RETRY_MS = 900_000;
/** Sendings of one period at most: a second one follows a crash, or a server that did not answer. */
const MAX_SENDINGS = 2;

/** Mails digests that are due. Any process may do so; a lease keeps two of them apart. */
export class DigestWorker {
  /** Mails of this process, by outcome. */
  readonly mails = recordOf(MAIL_OUTCOMES, () => 0);
  readonly #options: DigestWorkerOptions;
  readonly #work: PollingWorker<DueDigest>;

  /** Begins at once. */
  constructor(options: DigestWorkerOptions) {
    this.#options = options;
    const { pools, clock, onError } = options;
    this.#work = new PollingWorker<DueDigest>({
      claim: (limit) => {
        const now = clock.now();
        return claimDigests(pools.writes, { now, limit, leasedUntil: new Date(now.getTime() + LEASE_MS) });
      },
      work: (digest) => runInternally(() => this.#run(digest)),
      isCapped: ({ isCapped }) => isCapped,
      concurrency: CONCURRENCY,
      pollMs: POLL_MS,
      onError,
    });
    this.#work.wake();
  }

  /** Digests that a clock which was ahead had put off, and that this process handled all the same. */
  get capped(): number {
    return this.#work.capped;
  }

  /** Begins no more digests, and waits for the one that has begun. */
  close(): Promise<void> {
    return this.#work.close();
  }

  async #run(digest: DueDigest): Promise<void> {
    const { pools, clock, filters, work, sendMail } = this.#options;
    const { writes } = pools;
    const end = await findPlace(writes, readPlace(NOW));
    const finish = () => finishDigest(writes, digest, end, this.#nextAfter(digest));
    if (!(await this.#isKept(digest))) return finish();
    const news = await inSlot(work, BACKGROUND, () => readNews({ pools, filters }, digest, end.position));
    if (!news) return postponeDigest(writes, digest, digest.dueAt, false);
    if (news.lists.length + news.more === 0) return finish();
    const mail = digestMail({ to: digest.email, ...(await this.#addresses(digest)), ...news });
    const sendings = await beginSending(writes, digest, clock.now());
    if (sendings === undefined) return;
    if (sendings > MAX_SENDINGS) return finish();
    const outcome = await sendMail(mail);
    this.mails[outcome] += 1;
    if (outcome === 'sent' || outcome === 'refused') return finish();
    const retryAt = new Date(clock.now().getTime() + RETRY_MS);
    await postponeDigest(writes, digest, retryAt, outcome === 'unsent');
  }

  /** Returns whether all events since the former mail are kept: a restored database has another feed. */
  async #isKept({ epoch, position }: DueDigest): Promise<boolean> {
    try {
      await findPlace(this.#options.pools.writes, { epoch, position });
      return true;
    } catch (error) {
      if (error instanceof Fault && error.code === 'cursor_expired') return false;
      throw error;
    }
  }

  async #addresses({ userId }: DueDigest) {
    const { digests, publicUrl, apiUrl } = this.#options;
    return { publicUrl, unsubscribe: `${apiUrl}${UNSUBSCRIBE_PATH}?token=${await digests.tokenOf(userId)}` };
  }

  /** Returns the next time of the same rhythm. A service that was off for days mails once. */
  #nextAfter({ dueAt, frequency, isCapped }: DueDigest): Date {
    const now = this.#options.clock.now().getTime();
    const period = PERIODS_MS[frequency];
    const begin = isCapped ? now : dueAt.getTime();
    return new Date(begin + Math.max(1, Math.ceil((now + 1 - begin) / period)) * period);
  }
}
