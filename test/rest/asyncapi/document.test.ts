import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { EVENT_TYPES } from '../../../src/modules/events/event.ts';
import { asyncApiDocument, asyncApiText } from '../../../src/rest/asyncapi/document.ts';
import { faultsOfHeaders, faultsOfPayload, messages } from '../../harness/event-messages.ts';

describe('asyncapi.json', () => {
  it('matches the types of events (npm run openapi writes it)', async () => {
    expect(asyncApiText).toBe(await readFile('asyncapi.json', 'utf8'));
  });

  it('has a message for each type of events, a test and Slack, and sends them all', () => {
    const sent = [...Object.keys(EVENT_TYPES), 'webhook.test', 'slack'];
    expect(Object.keys(JSON.parse(asyncApiText).channels.webhook.messages).sort()).toEqual(sent.sort());
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
