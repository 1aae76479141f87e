import { startService } from '../../lib/children.mjs';
import { findPgBouncer, startPgBouncer } from '../../lib/pgbouncer.mjs';
import { createLookups } from './lookup.mjs';

/**
 * Behind a pooler that loses prepared statements, the service names none. This case measures what that and the pooler itself
 * cost.
 */
export const throughPgBouncer = {
  title: 'REST look-up directly and through PgBouncer',
  connections: 50,
  findObstacle: async () => {
    if (process.env.DATABASE_URL) return 'it needs the embedded PostgreSQL, without DATABASE_URL';
    return (await findPgBouncer()) ? undefined : 'pgbouncer is not installed';
  },
  async open({ root, url, pool, headers }) {
    const requests = await createLookups(pool, headers);
    const pooler = await startPgBouncer(url);
    // The process of the other cases has run for minutes; its compiled code would make it look faster.
    const direct = await startService(root, url).catch(async (error) => {
      await pooler.stop();
      throw error;
    });
    const close = async () => {
      await direct.stop();
      await pooler.stop();
    };
    return {
      ours: { ...direct, requests },
      peers: {
        'ours through PgBouncer': async () => ({
          ...(await startService(root, pooler.url, { DATABASE_DIRECT_URL: url })),
          requests,
        }),
      },
      close,
    };
  },
};
