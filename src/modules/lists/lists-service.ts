import type { Readable } from 'node:stream';
import type { Pools } from '../../database/pools.ts';
import type { Clock } from '../../lib/clock.ts';
import { isStorable } from '../../lib/domain-name.ts';
import { validationFault } from '../../lib/fault.ts';
import type { Principal } from '../access/principal.ts';
import type { FiltersService } from '../filters/filters-service.ts';
import { REGISTRY_VERSION } from '../filters/registry.ts';
import { effect } from '../idempotency/effects.ts';
import { deleteCountedList, growUsage } from '../quotas/organization-usage.ts';
import type { Quotas } from '../quotas/quotas.ts';
import { type ListEvent, readEvents, recordEvent } from './audit/audit-log.ts';
import { toCaller } from './caller.ts';
import {
  checkDefinition,
  type DefinitionVersion,
  findVersion,
  findVersions,
  insertVersion,
  replaceDefinition,
  restoreDefinition,
} from './definitions/definitions.ts';
import { createDefinitionLoader, type DefinitionLoader } from './definitions/stored-definitions.ts';
import {
  type DomainKind,
  type DomainsChanged,
  findDomains,
  type ListDomain,
  putDomains,
  takeDomain,
} from './domains/domains.ts';
import type { Caller, GrantableLevel, List, PageOf, PageRequest } from './list.ts';
import { changeList, countLists, findList, findLists, findListsByIds } from './list-access.ts';
import { createMembersService, type MembersEvents, type MembersService } from './members/members-service.ts';
import {
  findPermissions,
  type Granted,
  type Grantee,
  grantPermission,
  type Permission,
  revokePermission,
  transferOwnership,
} from './sharing/permissions.ts';

/** Everything about lists but their members. Each call checks the caller's access to the list by itself. */
export interface ListsService {
  /** @param definition absent for a list without a filter. @throws Fault validation_error, invalid_definition, quota_exceeded */
  create(caller: Caller, name: string, definition?: unknown): Promise<List>;
  find(caller: Caller, listId: number): Promise<List>;
  /** Lists by id, in any order; what the caller cannot see is left out. */
  findMany(caller: Caller, listIds: readonly number[]): Promise<List[]>;
  findPage(caller: Caller, page: PageRequest): Promise<List[]>;
  count(caller: Caller): Promise<number>;
  rename(caller: Caller, listId: number, name: string): Promise<List>;
  delete(caller: Caller, listId: number): Promise<void>;
  replaceDefinition(caller: Caller, listId: number, definition: unknown, ifVersion?: number): Promise<List>;
  restoreDefinition(caller: Caller, listId: number, version: number): Promise<List>;
  version(caller: Caller, listId: number, version: number): Promise<DefinitionVersion>;
  versions(list: List, page: PageRequest): Promise<PageOf<DefinitionVersion>>;
  putDomains(
    caller: Caller,
    listId: number,
    kind: DomainKind,
    domains: readonly string[],
  ): Promise<DomainsChanged>;
  takeDomain(caller: Caller, listId: number, kind: DomainKind, domain: string): Promise<List>;
  domains(list: List, kind: DomainKind, page: PageRequest): Promise<PageOf<ListDomain>>;
  permissions(list: List): Promise<Permission[]>;
  grant(caller: Caller, listId: number, grantee: Grantee, level: GrantableLevel): Promise<Granted>;
  revoke(caller: Caller, listId: number, permissionId: number): Promise<List>;
  transfer(caller: Caller, listId: number, to: Grantee): Promise<List>;
  /** The CSV of a materialization that was charged. */
  openCsv(principal: Principal, listId: number, materializationId: number): Promise<Readable>;
  /** @param withDetails false: leaves the details of events empty. */
  events(list: List, page: PageRequest, withDetails?: boolean): Promise<PageOf<ListEvent>>;
  /** A loader of definitions that pages of lists and of versions leave out, for one request. */
  definitions(): DefinitionLoader;
  members: MembersService;
}

const MAX_NAME = 200;

export function createListsService(
  pools: Pools,
  clock: Clock,
  filters: FiltersService,
  quotas: Quotas,
  events?: MembersEvents,
): ListsService {
  const { reads, writes } = pools;
  const tools = { pools, clock, filters, quotas, ...events };
  const members = createMembersService(tools);
  return {
    members,

    async create(caller, rawName, raw) {
      const name = checkName(rawName);
      const definition =
        raw === undefined
          ? { registry_version: REGISTRY_VERSION, root: null }
          : await checkDefinition(filters, raw, '/definition');
      return effect(writes, caller.memory, async (client) => {
        const at = clock.now();
        const { rows } = await client.query<{ id: number }>(
          `INSERT INTO list (organization_id, owner_id, name, created_at, updated_at)
           VALUES ($1, $2, $3, $4, $4) RETURNING id`,
          [caller.organizationId, caller.userId, name, at],
        );
        const listId = rows[0]?.id ?? 0;
        const definitionBytes = await insertVersion(client, listId, 1, definition, caller, at);
        await recordEvent(client, caller, listId, 'list_created', { name }, at);
        const list = await findList(client, caller, listId);
        await growUsage(client, quotas, caller.organizationId, { lists: 1, definitionBytes });
        return list;
      });
    },

    find: (caller, listId) => findList(reads, caller, listId),
    findMany: (caller, listIds) => findListsByIds(reads, caller, listIds),
    definitions: () => createDefinitionLoader(reads),
    findPage: (caller, { limit, offset }) => findLists(reads, caller, limit, offset),
    count: (caller) => countLists(reads, caller),

    rename: (caller, listId, rawName) =>
      changeList(writes, caller, listId, 'editor', async (client, list) => {
        const name = checkName(rawName);
        if (name === list.name) return list;
        const at = clock.now();
        await client.query('UPDATE list SET name = $2, updated_at = $3 WHERE id = $1', [listId, name, at]);
        await recordEvent(client, caller, listId, 'list_renamed', { from: list.name, to: name }, at);
        return { ...list, name, updatedAt: at };
      }),

    delete: (caller, listId) =>
      changeList(writes, caller, listId, 'owner', async (client, { name }) => {
        await recordEvent(client, caller, listId, 'list_deleted', { name }, clock.now());
        await deleteCountedList(client, listId);
      }),

    replaceDefinition: (caller, listId, raw, ifVersion) =>
      replaceDefinition(tools, caller, listId, raw, ifVersion),
    restoreDefinition: (caller, listId, version) => restoreDefinition(tools, caller, listId, version),
    version: async (caller, listId, version) =>
      findVersion(reads, (await findList(reads, caller, listId)).listId, version),
    versions: (list, page) => findVersions(reads, list.listId, list.definitionVersion, page),

    putDomains: (caller, listId, kind, domains) =>
      putDomains({ pool: writes, clock, quotas }, caller, listId, kind, domains),
    takeDomain: (caller, listId, kind, domain) => takeDomain(writes, clock, caller, listId, kind, domain),
    domains: (list, kind, page) => findDomains(reads, list.listId, kind, page),

    permissions: (list) => findPermissions(reads, list.listId),
    grant: (caller, listId, grantee, level) => grantPermission(writes, clock, caller, listId, grantee, level),
    revoke: (caller, listId, permissionId) => revokePermission(writes, clock, caller, listId, permissionId),
    transfer: (caller, listId, to) => transferOwnership(writes, clock, caller, listId, to),

    openCsv: (principal, listId, id) => members.openCsv(toCaller(principal), listId, id),
    events: (list, page, withDetails) => readEvents(reads, list.listId, page, withDetails),
  };
}

function checkName(raw: string): string {
  const name = raw.trim();
  const length = [...name].length;
  if (length >= 1 && length <= MAX_NAME && isStorable(name)) return name;
  throw validationFault([{ pointer: '/name', message: `must be 1 to ${MAX_NAME} characters long` }]);
}
