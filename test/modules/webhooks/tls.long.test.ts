import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { type Certificate, createCertificate } from '../../harness/certificate.ts';
import { startServer } from '../../harness/process.ts';
import { useService } from '../../harness/use-service.ts';
import {
  createWebhook,
  LOOPBACK,
  listsOf,
  makeEvent,
  type Receiver,
  received,
  until,
  useReceivers,
} from './support.ts';

// It answers requests. A process of its own sends, and trusts authorities that this one does not know.
const { service, tenant, rest } = useService('encrypted', { webhooks: LOOPBACK.webhooks });
const startReceiver = useReceivers();
const folder = await mkdtemp(join(tmpdir(), 'tls-'));
afterAll(() => rm(folder, { recursive: true }));

describe('an endpoint with TLS', () => {
  it('gets events if its certificate is for its host, by an authority that the operator adds', async () => {
    const [known, ofOtherHost] = [createCertificate(), createCertificate('hooks.example')];
    const authorities = join(folder, 'authorities.pem');
    await writeFile(authorities, known.cert + ofOtherHost.cert);
    service.clock.set(new Date().toISOString());
    const add = async (certificate: Certificate) => {
      const receiver = await startReceiver(204, certificate);
      const { webhook_id } = await createWebhook(service, tenant.userKey, { url: receiver.url });
      return { receiver, path: `/v1/webhooks/${webhook_id}/deliveries` };
    };
    const [trusted, unknown, misnamed] = [
      await add(known),
      await add(createCertificate()),
      await add(ofOtherHost),
    ];
    const list = await makeEvent(service, tenant.userKey);
    const { server } = await startServer({
      DATABASE_URL: service.database.url,
      PORT: '0',
      WEBHOOK_ALLOW: '127.0.0.1',
      NODE_EXTRA_CA_CERTS: authorities,
    });
    try {
      expect(listsOf(await received(trusted.receiver, 1))).toEqual([list]);
      const attempt = async ({ path, receiver }: { path: string; receiver: Receiver }) => {
        await until(async () => (await rest().get(path)).body.total === 1, 'an attempt');
        const { outcome, reason } = (await rest().get(path)).body.deliveries[0];
        return [outcome, reason, receiver.requests.length];
      };
      expect(await attempt(trusted)).toEqual(['delivered', undefined, 1]);
      expect(await attempt(unknown)).toEqual(['unreachable', 'DEPTH_ZERO_SELF_SIGNED_CERT', 0]);
      expect(await attempt(misnamed)).toEqual(['unreachable', 'ERR_TLS_CERT_ALTNAME_INVALID', 0]);
    } finally {
      server.child.kill('SIGKILL');
      await server.finished;
    }
  });
});
