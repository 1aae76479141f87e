import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { asyncApiDocument } from '../../../src/rest/asyncapi/document.ts';
import { openApiDocument } from '../../../src/rest/openapi/document.ts';

type Json = Readonly<Record<string, unknown>>;

/** Columns whose values the ids are, by their names in JSON. Other ids of texts are in TEXTS. */
const COLUMNS: Readonly<Record<string, string>> = {
  actor_id: 'User.id',
  company_id: 'Company.id',
  created_by_key_id: 'ApiKey.createdByKeyId',
  delivery_id: 'WebhookDelivery.id',
  draft_id: 'Draft.id',
  entry_id: 'CreditEntry.id',
  event_id: 'Event.id',
  flag_id: 'DataFlag.id',
  import_id: 'CatalogueImport.id',
  job_id: 'Job.id',
  key_id: 'ApiKey.id',
  list_id: 'List.id',
  list_ids: 'List.id',
  materialization_id: 'ListMaterialization.id',
  organization_id: 'Organization.id',
  passkey_id: 'Passkey.id',
  pending_event_id: 'Webhook.pendingEventId',
  permission_id: 'ListPermission.id',
  previous_materialization_id: 'ListMaterialization.id',
  replaced_by_key_id: 'ApiKey.id',
  replaces_key_id: 'ApiKey.replacesId',
  session_id: 'ApiKey.id',
  source_list_id: 'List.id',
  user_id: 'User.id',
  view_id: 'ListView.id',
  webhook_id: 'Webhook.id',
};
/** Ids that callers or browsers choose. */
const TEXTS = ['id', 'request_id'];
const FORMATS: Readonly<Record<string, string>> = { Int: 'int32', BigInt: 'int64' };

/** Returns the Prisma type of `Model.field`. */
async function typeOf(column: string): Promise<string> {
  const source = await readFile('prisma/schema.prisma', 'utf8');
  const [model = '', field = ''] = column.split('.');
  const body = new RegExp(`^model ${model} \\{$(.*?)^\\}$`, 'ms').exec(source)?.[1] ?? '';
  return new RegExp(`^ +${field} +(\\w+)`, 'm').exec(body)?.[1] ?? `no ${column}`;
}

/** Collects the types of each id: of properties and parameters alike, without null, of items where it is a list. */
function idsIn(document: Json): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const add = (name: string, { type, format, items, anyOf, description: _, ...others }: Json) => {
    if (!/(?:^|_)ids?$/.test(name)) return;
    if (Array.isArray(anyOf)) for (const each of anyOf) if (each.type !== 'null') add(name, each);
    if (Array.isArray(anyOf)) return;
    if (typeof items === 'object') return add(name, items as Json);
    const types = [type].flat().filter((each) => each !== 'null');
    const { minimum, maximum } = others;
    const text = JSON.stringify({ types, format, minimum, maximum });
    found.set(name, (found.get(name) ?? new Set()).add(text));
  };
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    const { properties, in: place, name, schema } = part as Json;
    if (typeof properties === 'object' && properties !== null)
      for (const [key, each] of Object.entries(properties))
        if (typeof each === 'object') add(key, each as Json);
    if (place && schema) add(String(name), schema as Json);
    for (const [key, each] of Object.entries(part)) if (!/^examples?$/.test(key)) visit(each);
  };
  visit(document);
  return found;
}

describe.each([
  ['openapi.json', openApiDocument, Object.keys(COLUMNS).length],
  ['asyncapi.json', asyncApiDocument, 10],
])('ids in %s', (_, document, least) => {
  const ids = idsIn(document as Json);

  it('have one type each, wherever they are sent or answered', () => {
    const several = [...ids].filter(([, types]) => types.size > 1);
    expect(Object.fromEntries(several.map(([name, types]) => [name, [...types]]))).toEqual({});
  });

  it('are numbers that hold every id of the database', async () => {
    const numbers = [...ids].filter(([name]) => !TEXTS.includes(name));
    expect(numbers.length).toBeGreaterThanOrEqual(least);
    for (const [name, [type = '']] of numbers.map(([name, types]) => [name, [...types]] as const)) {
      const format = FORMATS[await typeOf(COLUMNS[name] ?? name)];
      const bounds = format === 'int32' ? { minimum: 1, maximum: 2 ** 31 - 1 } : { minimum: 1 };
      expect([name, JSON.parse(type)]).toEqual([name, { types: ['integer'], format, ...bounds }]);
    }
  });
});
