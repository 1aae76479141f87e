import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { openApiDocument } from '../../../src/rest/openapi/document.ts';
import { copyOf } from './copy.ts';

/** The rules that a document breaks, by the command and the settings of `npm run openapi:lint`. */
async function brokenRules(document: object): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'openapi-'));
  const path = join(folder, 'openapi.json');
  await writeFile(path, JSON.stringify(document));
  const args = [
    'node_modules/@redocly/cli/bin/cli.js',
    'lint',
    path,
    '--config=redocly.yaml',
    '--format=json',
  ];
  const env = { ...process.env, REDOCLY_SUPPRESS_NOTIFICATIONS: 'true' };
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
  await rm(folder, { recursive: true });
  const { problems }: { problems: { ruleId: string }[] } = JSON.parse(stdout);
  return problems.map(({ ruleId }) => ruleId);
}

describe('openapi.json', () => {
  it('fails the rules of redocly.yaml with a wrong example, a missing summary and an unused schema', async () => {
    const { copy, enrich, content } = copyOf(openApiDocument);
    delete enrich.summary;
    content.example = { domains: 'acme.example' };
    copy.components.schemas.Nothing = {};
    expect(new Set(await brokenRules(copy))).toEqual(
      new Set(['operation-summary', 'no-invalid-media-type-examples', 'no-unused-components']),
    );
  });

  it('fails our rules for what breaks a promise of the whole API', async () => {
    const { copy, enrich } = copyOf(openApiDocument);
    type Header = { required?: boolean };
    type Responses = Record<number, { headers: Record<string, Header>; content: Json }>;
    type Json = { 'application/json': { schema: { $ref: string } } };
    const responsesOf = (path: string, method: string): Responses => {
      const { responses } = { ...copy.paths[path]?.[method] } as unknown as { responses: Responses };
      return responses;
    };
    delete responsesOf('/v1/lists', 'post')[201]?.headers.Location;
    delete responsesOf('/v1/lists', 'get')[429]?.headers['Retry-After'];
    const page = responsesOf('/v1/lists', 'get')[200]?.content['application/json'];
    if (page) copy.components.schemas.Lists = copy.components.schemas.ListsPage ?? {};
    if (page) page.schema.$ref = '#/components/schemas/Lists';
    delete (enrich as { security?: object }).security;
    const { Session, CreditEntry } = copy.components.schemas;
    Object.assign(Session?.properties?.signed_in_by ?? {}, { enum: ['key', 'link'] });
    Object.assign(CreditEntry?.properties?.kind ?? {}, { description: 'Null for a grant.' });
    Object.assign(Session?.properties?.session_id ?? {}, { maximum: 1_000_000 });
    Object.assign(CreditEntry?.properties?.entry_id ?? {}, { format: 'int32' });
    const ours = (await brokenRules(copy)).filter((rule) => rule.startsWith('company-data/'));
    expect(ours.toSorted()).toEqual([
      'company-data/absent-not-null',
      'company-data/integers',
      'company-data/integers',
      'company-data/location-on-201',
      'company-data/open-enums',
      'company-data/own-security',
      'company-data/page-names',
      'company-data/retry-after',
    ]);
  });
});
