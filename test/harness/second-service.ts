import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLogger } from '../../src/lib/logger.ts';
import { createService } from '../../src/service.ts';
import { type TestService, testConfig } from './service.ts';

export interface SecondService {
  /** URL at which it listens. */
  url: string;
  close(): Promise<void>;
}

/** Starts a second service on the same database and clock, with separate memory and connections. */
export async function startSecondService({ database, clock }: TestService): Promise<SecondService> {
  const logger = createLogger(process.env.TEST_LOG_LEVEL ?? 'silent');
  const service = createService({ config: testConfig(), databaseUrl: database.url, clock, logger });
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
