import { expect } from '@jest/globals';
import type { TestService } from '../../../harness/service.ts';
import type { ShownEvent } from '../../events/support.ts';
import type { ListModel } from './list-model.ts';
import { changesOf } from './support.ts';

/**
 * Expects the events of a list to add up to its members: each begins where the one before it ended, and ends at members that
 * the list had, in that order. The last ones lead to the members of now.
 *
 * @param events all events list.members_changed of the list.
 */
export async function expectSum(
  service: TestService,
  key: string,
  events: readonly ShownEvent[],
  { periods }: Pick<ListModel, 'periods'>,
): Promise<void> {
  const domains = await readDomains(service);
  const ofPeriods = periods.map(({ end }, at) => events.slice(periods[at - 1]?.end ?? 0, end));
  expect(ofPeriods.flat()).toEqual(events);
  for (const [at, { states, end }] of periods.entries()) {
    const members = new Map<string, string>(states[0]);
    let reached = 0;
    let previous: unknown;
    for (const event of ofPeriods[at] ?? []) {
      const { data } = event;
      if (previous !== undefined) expect(data.previous_materialization_id).toBe(previous);
      previous = data.materialization_id;
      const { entered, left, tier_changed } = await changesOf(service, key, event);
      const numbers = [entered.length, left.length, tier_changed.length];
      expect([data.entered, data.left, data.tier_changed]).toEqual(numbers);
      expect(numbers).not.toEqual([0, 0, 0]);
      for (const [id, from, to] of [...entered, ...left, ...tier_changed]) {
        const domain = domains.get(id) ?? `company ${id}`;
        expect([domain, from]).toEqual([domain, members.get(domain)]);
        if (to === undefined) members.delete(domain);
        else members.set(domain, to);
      }
      expect(data.counts).toMatchObject({ total: members.size });
      const later = states.slice(reached).findIndex((state) => isEqual(state, members));
      if (later < 0) expect({ never: shown(members) }).toEqual({ after: states.slice(reached).map(shown) });
      reached += later;
    }
    if (end === undefined) expect(shown(members)).toEqual(shown(states.at(-1) ?? new Map()));
  }
}

type Members = ReadonlyMap<string, string>;

const shown = (members: Members) => Object.fromEntries(members);

const isEqual = (one: Members, other: Members) =>
  one.size === other.size && [...one].every(([domain, tier]) => other.get(domain) === tier);

/** Reads the domain by which the model knows each company that was ever imported. */
async function readDomains({ database }: TestService): Promise<Map<number, string>> {
  const { rows } = await database.pool.query<{ domain: string; id: number }>(
    `SELECT primary_domain AS domain, id FROM company UNION ALL
     SELECT coalesce(primary_domain, name), id FROM retired_company`,
  );
  return new Map(rows.map(({ domain, id }) => [id, domain]));
}
