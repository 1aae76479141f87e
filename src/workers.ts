import { join } from 'node:path';
import type { Config } from './config.ts';
import type { Notifications } from './database/notifications.ts';
import type { Pools } from './database/pools.ts';
import type { Clock } from './lib/clock.ts';
import { recordOf } from './lib/json.ts';
import type { OnCharge } from './modules/credits/service.ts';
import { DigestWorker } from './modules/digests/worker.ts';
import type { FiltersService } from './modules/filters/service.ts';
import { REJECTS_FOLDER } from './modules/import/problems.ts';
import { ImportRunner } from './modules/import/upload/runner.ts';
import { MAIL_OUTCOMES } from './modules/invitations/mailer.ts';
import { JobRunner } from './modules/jobs/runner.ts';
import type { WorkQueue } from './modules/limits/work-queue.ts';
import { Watcher } from './modules/lists/watch/watcher.ts';
import type { Quotas } from './modules/quotas/quotas.ts';
import type { Sweeps } from './modules/sweeps/sweeps.ts';
import { Deliveries } from './modules/webhooks/deliveries.ts';
import type { Sender } from './modules/webhooks/sender.ts';
import { PREFIX } from './rest/openapi/served.ts';
import type { createServices } from './services.ts';

type Parts = Pick<ReturnType<typeof createServices>, 'services' | 'sendMail'> &
  Pick<ConstructorParameters<typeof Watcher>[0], 'onMaterialized' | 'onAnnounced'> & {
    config: Config;
    databaseUrl: string;
    pools: Pools;
    clock: Clock;
    filters: FiltersService;
    work: WorkQueue | undefined;
    notifications: Notifications;
    quotas: Quotas;
    sweeps: Sweeps;
    sender: Sender;
    onCharge: OnCharge;
    warn: (message: string) => (error: unknown) => void;
  };

const NO_MAILS = recordOf(MAIL_OUTCOMES, () => 0);

/** Creates what works without a request: it evaluates watched lists, runs jobs and imports, sends webhooks, and mails digests. */
export function createWorkers(parts: Parts) {
  const { config, databaseUrl, pools, clock, filters, work, notifications, quotas } = parts;
  const { sweeps, sender, services, sendMail, onMaterialized, onAnnounced, onCharge, warn } = parts;
  const { publicUrl } = config;
  const { attemptMs } = config.webhooks;
  const watcher = new Watcher({
    ...{ pools, clock, filters, work, onMaterialized, notifications, onAnnounced },
    onError: warn('could not evaluate a watched list'),
  });
  const jobs = new JobRunner({
    ...{ pools, clock, work, notifications, quotas, onCharge, billing: config.billing },
    matching: { db: pools.evaluation, cache: filters.reader.cache },
    exports: services.lists.exports,
    workers: config.jobWorkers,
    onError: warn('could not work on a job'),
  });
  const imports = new ImportRunner({
    ...{ pool: pools.writes, clock, rejectsDir: join(config.dataDir, REJECTS_FOLDER) },
    databaseUrl: config.databaseDirectUrl ?? databaseUrl,
    onError: warn('could not import a file'),
  });
  let deliveries: Deliveries | undefined;
  let digests: DigestWorker | undefined;
  return {
    watches: watcher.counts,
    /** Due times that another process's clock set too far ahead, by what is due. */
    cappedDueTimes: () => ({
      webhook: deliveries?.capped ?? 0,
      watched_list: watcher.capped,
      job: jobs.capped,
      digest: digests?.capped ?? 0,
    }),
    digestMails: () => digests?.mails ?? NO_MAILS,
    begin() {
      watcher.begin();
      jobs.begin();
      imports.begin();
      const onError = warn('could not send webhooks');
      deliveries ??= new Deliveries({ pools, clock, sweeps, sender, notifications, attemptMs, onError });
      if (sendMail)
        digests ??= new DigestWorker({
          ...{ pools, clock, filters, work, sendMail, digests: services.digests },
          ...{ publicUrl, apiUrl: publicUrl + PREFIX },
          onError: warn('could not mail a digest'),
        });
    },
    /** Begins no more work. */
    stop() {
      for (const worker of [deliveries, digests, jobs, imports]) void worker?.close();
    },
    /** Waits for what runs. */
    async close() {
      for (const worker of [watcher, jobs, imports, deliveries, digests]) await worker?.close();
    },
  };
}
