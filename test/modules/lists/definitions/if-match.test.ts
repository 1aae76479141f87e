import { request } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { codes } from '../../../harness/errors.ts';
import { useService } from '../../../harness/use-service.ts';
import { seedSmallCatalogue } from '../../filters/support.ts';
import { createList, GERMAN, KUBERNETES } from '../operations.ts';

const { service, tenant, rest } = useService('matchers', { seed: seedSmallCatalogue });

describe('a definition', () => {
  it.each([
    '"2"',
    // Weak tags never match strongly.
    'W/"1"',
    // A comma inside a tag does not end it.
    '"7,1"',
    // Malformed, and ignored from there on.
    '',
    '"7" "1"',
    '"01"',
    '1x',
    '"1-zstd"',
  ])('is not replaced when If-Match is %j and the version is 1', async (tag) => {
    const id = await createList(service, tenant.userKey, 'Matched', KUBERNETES);
    const path = `/v1/lists/${id}/definition`;
    const refused = [
      await rest().put(path, GERMAN).set('If-Match', tag),
      await rest().post(`${path}/versions/1/restore`).set('If-Match', tag),
    ];
    for (const { status, body } of refused)
      expect([status, body.detail.error, body.detail.current_version]).toEqual([
        409,
        'definition_conflict',
        1,
      ]);
    expect((await rest().get(path)).body).toEqual(KUBERNETES);
    expect((await rest().get(`${path}/versions`)).body.total).toBe(1);
  });

  it.each([
    '"1"',
    '*',
    '"7", "1"',
    'W/"1", "1"',
    '"1-gzip"',
    '"7-br", "1-br"',
    // Clients that forget the quotes.
    '7, 1',
  ])('is replaced and restored when If-Match is %j and the version is 1', async (tag) => {
    for (const change of ['replaced', 'restored']) {
      const path = `/v1/lists/${await createList(service, tenant.userKey, 'Matched', KUBERNETES)}/definition`;
      const request =
        change === 'replaced' ? rest().put(path, GERMAN) : rest().post(`${path}/versions/1/restore`);
      const { status, headers, body } = await request.set('If-Match', tag);
      expect([status, headers.etag, body.definition_version]).toEqual([200, '"2"', 2]);
    }
  });

  it('is replaced when one of several lines of If-Match names the version', async () => {
    const id = await createList(service, tenant.userKey, 'Lines', KUBERNETES);
    const put = (...tags: string[]) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { 'X-API-Key': tenant.userKey, 'Content-Type': 'application/json', 'If-Match': tags };
        const sent = request(`${service.url}/v1/lists/${id}/definition`, { method: 'PUT', headers });
        sent.once('error', reject).once('response', (response) => {
          response.resume().once('end', () => resolve(response.statusCode));
        });
        sent.end(JSON.stringify(GERMAN));
      });
    expect([await put('"7"', '"8"'), await put('"7"', '"1"')]).toEqual([409, 200]);
  });

  it('is replaced over GraphQL when one of several versions is current', async () => {
    const id = await createList(service, tenant.userKey, 'Versions', KUBERNETES);
    const replace = (versions: object) =>
      service.graphql(
        tenant.userKey,
        'mutation ($input: ReplaceDefinitionInput!) { replaceDefinition(input: $input) { list { definitionVersion } } }',
        { input: { listId: id, definitionJson: GERMAN, ...versions } },
      );
    for (const versions of [{ ifVersions: [] }, { ifVersions: [7, 2] }, { ifVersion: 1, ifVersions: [2] }])
      expect(codes(await replace(versions))).toEqual(['DEFINITION_CONFLICT']);
    const replaced = await replace({ ifVersions: [7, 1] });
    expect(replaced.body.data).toEqual({ replaceDefinition: { list: { definitionVersion: 2 } } });
  });
});
