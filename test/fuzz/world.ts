import type { Tenant, TestService } from '../harness/service.ts';
import { createList, KUBERNETES } from '../modules/lists/operations.ts';
import type { World } from './values.ts';

export interface Callers {
  /** Keys of the requests; undefined: no key. */
  keys: ReadonlyArray<string | undefined>;
  world: World;
}

/**
 * Creates lists and users for requests to name, and keys to send them with. It is called again from time to time,
 * because requests delete lists, transfer them and revoke keys.
 */
export async function createWorld(service: TestService, tenant: Tenant, other: Tenant): Promise<Callers> {
  const person = await createPerson(service, tenant.name, true);
  const colleague = await createPerson(service, tenant.name, false);
  const orgKey = await service.admin.createKey({ organization: tenant.name }, {});
  const rival = await createPerson(service, other.name, true);
  const rest = service.rest(person.key);
  // They are there already, unless requests have deleted them.
  await rest.post('/v1/fields', { key: 'org.score', label: 'Score', type: 'number' });
  await rest.post('/v1/fields', { key: 'org.owner', label: 'Owner', type: 'category' });
  const values = [{ identifier: 'acme', fields: { 'org.score': -1.5, 'org.owner': 'Ada' } }];
  await rest.post('/v1/fields/values', { values });
  const listIds: number[] = [];
  const permissionIds: number[] = [];
  for (const name of ['First', 'Second', 'Third']) {
    const listId = await createList(service, person.key, name, KUBERNETES);
    await rest.post(`/v1/lists/${listId}/domains`, { domains: ['acme.example', 'not.tracked.example'] });
    await rest.post(`/v1/lists/${listId}/excluded-domains`, { domains: ['beta.example'] });
    const grant = { user_id: colleague.userId, access_level: 'editor' };
    const { body } = await rest.post(`/v1/lists/${listId}/permissions`, grant);
    permissionIds.push(body.permission_id);
    listIds.push(listId);
  }
  const members = await service.graphql(
    person.key,
    'query ($id: ID!) { list(listId: $id) { members(first: 1) { materialization { id materializationId } pageInfo { endCursor } } } lists(first: 1) { pageInfo { endCursor } } }',
    { id: listIds[0] },
  );
  const { list, lists } = members.body.data;
  const { materialization, pageInfo } = list.members;
  const spare = await service.admin.createKey({ user: person.email }, {});
  return {
    // A key with full access comes more often than those that are refused early.
    keys: [person.key, person.key, person.key, person.key, colleague.key, orgKey.key, rival.key, undefined],
    world: {
      listIds,
      permissionIds,
      keyIds: [spare.apiKey.id],
      userIds: [person.userId, colleague.userId, rival.userId],
      emails: [person.email, colleague.email, rival.email],
      companyIds: [1, 2, 3],
      materializationIds: [materialization.id, materialization.materializationId],
      cursors: [pageInfo.endCursor, lists.pageInfo.endCursor].filter((cursor) => cursor !== null),
    },
  };
}

let people = 0;

async function createPerson(
  service: TestService,
  organization: string,
  admin: boolean,
): Promise<{ userId: number; email: string; key: string }> {
  const email = `person${++people}@${organization}.example`;
  const { id } = await service.admin.createUser({ organization, email, name: `Person ${people}`, admin });
  const { key } = await service.admin.createKey({ user: email }, {});
  return { userId: id, email, key };
}
