import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { EVENT_TYPES } from '../../../src/modules/events/event.ts';
import { asyncApiDocument, asyncApiText } from '../../../src/rest/asyncapi/document.ts';
import { faultsOfHeaders, faultsOfPayload, messages } from '../../harness/event-messages.ts';

/** Returns what `npm run asyncapi:lint` says of documents, each with its faults, a line each. */
async function lint(...documents: object[]): Promise<{ status: number | null; faults: string[][] }> {
  const folder = await mkdtemp(join(tmpdir(), 'asyncapi-'));
  const paths = documents.map((_, index) => join(folder, `${index}.json`));
  for (const [index, path] of paths.entries()) await writeFile(path, JSON.stringify(documents[index]));
  const args = ['tools/lint-asyncapi.mjs', ...paths];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  await rm(folder, { recursive: true });
  const lines = stderr.split('\n');
  return { status, faults: paths.map((path) => lines.filter((line) => line.startsWith(`${path}: `))) };
}

interface Damaged {
  channels: { feed: { servers: object[] }; webhook: { messages: Record<string, object> } };
  operations: { sendEvent: { action: string } };
  components: { schemas: Record<string, { type: string }> };
}

const copy = (): Damaged => JSON.parse(asyncApiText);

describe('asyncapi.json', () => {
  it('matches the types of events (npm run openapi writes it)', async () => {
    expect(asyncApiText).toBe(await readFile('asyncapi.json', 'utf8'));
  });

  it('is AsyncAPI 3.0, by the parser of AsyncAPI', async () => {
    expect(await lint(asyncApiDocument)).toEqual({ status: 0, faults: [[]] });
  });

  it('fails that check with a wrong schema, a lost reference or an unknown action', async () => {
    const schema = copy();
    schema.components.schemas.WebhookTest = { type: 'text' };
    const reference = copy();
    reference.channels.feed.servers = [{ $ref: '#/servers/nowhere' }];
    const action = copy();
    action.operations.sendEvent.action = 'shout';
    const { status, faults } = await lint(schema, reference, action);
    expect(status).toBe(1);
    const places = ['components.schemas.WebhookTest', 'channels.feed.servers', 'operations.sendEvent.action'];
    expect(faults.map((lines) => lines.join())).toEqual(
      places.map((place) => expect.stringContaining(place)),
    );
  });

  it('has a message for each type of events, a test and Slack, and sends them all', () => {
    const sent = [...Object.keys(EVENT_TYPES), 'webhook.test', 'slack'];
    expect(Object.keys(copy().channels.webhook.messages).sort()).toEqual(sent.sort());
    expect(Object.keys(messages).sort()).toEqual([...sent, 'EventPage'].sort());
  });

  it('describes every property', () => {
    const bare: string[] = [];
    const visit = (part: unknown, path: string): void => {
      if (typeof part !== 'object' || part === null) return;
      for (const [key, value] of Object.entries(part)) {
        if (key === 'examples') continue;
        if (path.endsWith('/properties') && !('$ref' in value) && !value.description)
          bare.push(`${path}/${key}`);
        visit(value, `${path}/${key}`);
      }
    };
    visit(asyncApiDocument, '');
    expect(bare).toEqual([]);
  });

  it('has examples that fit their messages, without fields that are not documented', () => {
    const faults = Object.entries(messages).flatMap(([name, { examples }]) =>
      examples.flatMap(({ headers, payload }) => [
        ...faultsOfPayload(name, payload),
        ...(headers ? faultsOfHeaders({ ...headers }) : []),
      ]),
    );
    expect(faults).toEqual([]);
  });

  it('has the version of the package', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8'));
    expect(asyncApiDocument.info).toMatchObject({ version });
  });
});
