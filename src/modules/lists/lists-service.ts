import { isStorable } from '../../lib/domain-name.ts';
import { invalidValue } from '../../lib/fault.ts';
import type { Page } from '../../lib/page.ts';
import { REGISTRY_VERSION } from '../filters/registry.ts';
import { effect } from '../idempotency/effects.ts';
import { deleteCountedList, growUsage } from '../quotas/organization-usage.ts';
import { AuditLog, recordEvent } from './audit/audit-log.ts';
import { checkDefinition, Definitions, insertVersion } from './definitions/definitions.ts';
import { Domains } from './domains/domains.ts';
import { Exports } from './export/exports.ts';
import { countLists, findLists, type ListSelection } from './find-lists.ts';
import type { Caller, List } from './list.ts';
import { COLUMNS, changeList, findList, TABLES, VISIBLE } from './list-access.ts';
import type { ListTools } from './list-tools.ts';
import { Members } from './members/members.ts';
import { recordIfForOwner } from './sharing/for-owner.ts';
import { Sharing } from './sharing/sharing.ts';

const MAX_NAME = 200;

/**
 * Lists, and the parts of the service around them. A method that takes the caller and a list id checks access by itself.
 * Others take a list, or its id, that was read for the caller.
 */
export class ListsService {
  readonly audit: AuditLog;
  readonly definitions: Definitions;
  readonly domains: Domains;
  readonly exports: Exports;
  readonly members: Members;
  readonly sharing: Sharing;
  readonly #tools: ListTools;

  constructor(tools: ListTools) {
    this.#tools = tools;
    this.audit = new AuditLog(tools);
    this.definitions = new Definitions(tools);
    this.domains = new Domains(tools);
    this.members = new Members(tools, this.definitions);
    this.exports = new Exports(tools, this.members);
    this.sharing = new Sharing(tools);
  }

  /** @throws Fault list_not_found */
  find(caller: Caller, listId: number): Promise<List> {
    return findList(this.#tools.pools.reads, caller, listId);
  }

  /** Lists by id, in any order and without definitions. Lists that the caller cannot see are left out. */
  async findMany({ organizationId, userId }: Caller, listIds: readonly number[]): Promise<List[]> {
    const { rows } = await this.#tools.pools.reads.query<List>({
      name: 'visible_lists_by_ids',
      text: `SELECT ${COLUMNS} FROM ${TABLES} WHERE l.id = ANY ($3::int[]) AND ${VISIBLE}`,
      values: [organizationId, userId, listIds],
    });
    return rows;
  }

  /** Lists that the caller can see, without definitions. @throws Fault validation_error */
  findPage(caller: Caller, selection: ListSelection, page: Page): Promise<List[]> {
    return findLists(this.#tools.pools.reads, caller, selection, page);
  }

  /** @throws Fault validation_error */
  count(caller: Caller, { search }: Pick<ListSelection, 'search'>): Promise<number> {
    return countLists(this.#tools.pools.reads, caller, search);
  }

  /** @param raw definition, if there is one. @throws Fault validation_error, invalid_definition, quota_exceeded */
  async create(caller: Caller, rawName: string, raw?: unknown): Promise<List> {
    const { pools, clock, filters, quotas } = this.#tools;
    const name = checkName(rawName);
    const definition =
      raw === undefined
        ? { registry_version: REGISTRY_VERSION, root: null }
        : await checkDefinition(filters, raw, '/definition');
    return effect(pools.writes, async (client) => {
      const at = clock.now();
      const { rows } = await client.query<{ id: number }>({
        name: 'list_insert',
        text: `INSERT INTO list (organization_id, owner_id, name, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $4) RETURNING id`,
        values: [caller.organizationId, caller.userId, name, at],
      });
      const listId = rows[0]?.id ?? 0;
      const definitionBytes = await insertVersion(client, listId, 1, definition, caller, at);
      await recordEvent(client, caller, listId, 'list_created', { name }, at);
      const list = await findList(client, caller, listId);
      await growUsage(client, quotas, caller.organizationId, { lists: 1, definitionBytes });
      return list;
    });
  }

  /** @throws Fault list_not_found, insufficient_access, validation_error */
  rename(caller: Caller, listId: number, rawName: string): Promise<List> {
    return changeList(this.#tools, caller, listId, 'editor', async (client, list, at) => {
      const name = checkName(rawName);
      if (name === list.name) return list;
      await client.query({
        name: 'list_rename',
        text: 'UPDATE list SET name = $2, updated_at = $3 WHERE id = $1',
        values: [listId, name, at],
      });
      await recordEvent(client, caller, listId, 'list_renamed', { from: list.name, to: name }, at);
      return { ...list, name, updatedAt: at };
    });
  }

  /** @throws Fault list_not_found, insufficient_access */
  delete(caller: Caller, listId: number): Promise<void> {
    return changeList(this.#tools, caller, listId, 'owner', async (client, list, at) => {
      await recordEvent(client, caller, listId, 'list_deleted', { name: list.name }, at);
      await recordIfForOwner(this.#tools, client, caller, list, 'list_deleted', {});
      await deleteCountedList(client, listId);
    });
  }
}

/** @throws Fault validation_error */
function checkName(raw: string): string {
  const name = raw.trim();
  const length = [...name].length;
  if (length >= 1 && length <= MAX_NAME && isStorable(name)) return name;
  throw invalidValue('/name', `must be 1 to ${MAX_NAME} characters long`);
}
