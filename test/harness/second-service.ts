import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLogger } from '../../src/lib/logger.ts';
import { createService } from '../../src/service.ts';
import type { TestService } from './service.ts';

export interface SecondService {
  /** Where it listens. */
  url: string;
  close(): Promise<void>;
}

/** Another process of the service, as far as memory and connections go, on the same database and clock. */
export async function startSecondService({ database, clock }: TestService): Promise<SecondService> {
  const config = {
    poolSize: 10,
    billing: 'resolved' as const,
    facetCacheBytes: 64 * 1024 * 1024,
    rateLimit: undefined,
    overload: undefined,
  };
  const logger = createLogger(process.env.TEST_LOG_LEVEL ?? 'silent');
  const service = createService({ config, databaseUrl: database.url, clock, logger });
  const server = createServer(service.app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await service.close();
    },
  };
}
