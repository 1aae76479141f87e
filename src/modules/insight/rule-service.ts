import type { Queryable } from '../../database/client.ts';
import { invalidValue } from '../../lib/fault.ts';
import type { UserPrincipal } from '../../lib/principal.ts';
import { EXAMPLE_LIMITS, MAX_RULE_CONDITIONS, MAX_RULE_FIELDS } from '../../lib/request-limits.ts';
import type { ReadonlyBitmap } from '../facets/bitmap.ts';
import type { FieldSet } from '../filters/field-set.ts';
import { fieldOf } from '../filters/parse-condition.ts';
import { type AreAllOpen, MIN_OPEN_MATCHES } from '../filters/preview.ts';
import type { Field } from '../filters/registry.ts';
import { takeTurn } from '../filters/requirements.ts';
import type { FiltersService } from '../filters/service.ts';
import { type FindLists, readListTrees, requireLists } from './named-lists.ts';
import { atOneVersion } from './one-version.ts';
import { type ExampleSource, type FoundRules, findRules } from './rule.ts';
import type { Strictness } from './rule-measures.ts';

interface Tools {
  db: Queryable;
  filters: FiltersService;
  /** Finds companies by domain. @returns their ids in the order of the domains; undefined for those that are not tracked */
  findCompanies: (domains: readonly string[]) => Promise<readonly (number | undefined)[]>;
  findLists: FindLists;
}

/** Examples by their domains, or the members of a list. */
export type Examples = { domains: readonly string[] } | { listId: number };

export interface SuggestRequest {
  examples: Examples;
  /** Keys of the fields that may be used; default: all, as many as a request can name. */
  fields?: readonly string[] | null | undefined;
  maxConditions: number;
  strictness: Strictness;
}

export interface SuggestedRules extends FoundRules {
  examples: {
    /** Number of companies that are examples. */
    tracked: number;
    /** Domains, as they were sent, that belong to no company. */
    notTracked: readonly string[];
  };
}

/** Domains that are looked up at a time. */
const CHUNK = 1_000;

export type RuleService = ReturnType<typeof createRuleService>;

/** Creates the service that finds the rule behind examples (contract, section 16). */
export function createRuleService({ db, filters, findCompanies, findLists }: Tools) {
  /** @throws Fault list_not_found, invalid_definition, rate_limited */
  async function readSource(
    user: UserPrincipal,
    examples: Examples,
  ): Promise<{ source: ExampleSource; notTracked: readonly string[] }> {
    if ('domains' in examples) return findExamples([...new Set(examples.domains)]);
    const { listId } = examples;
    await requireLists(findLists, user, [listId]);
    const [tree] = await readListTrees(filters, user, [listId]);
    if (!tree) throw new Error('a list has no tree');
    return { source: { tree }, notTracked: [] };
  }

  async function findExamples(domains: readonly string[]) {
    const ids = new Set<number>();
    const notTracked: string[] = [];
    for (let start = 0; start < domains.length; start += CHUNK) {
      await takeTurn();
      const chunk = domains.slice(start, start + CHUNK);
      for (const [index, id] of (await findCompanies(chunk)).entries()) {
        if (id === undefined) notTracked.push(chunk[index] ?? '');
        else ids.add(id);
      }
    }
    return { source: { ids: [...ids] }, notTracked };
  }

  return {
    /**
     * Finds what examples have in common, and definitions that list companies like them.
     *
     * @param areAllOpen tells whether the caller may read the partners of companies; undefined when everybody may.
     * @throws Fault validation_error; list_not_found if the user cannot see the list; invalid_definition, rate_limited
     */
    async suggest(
      user: UserPrincipal,
      request: SuggestRequest,
      areAllOpen?: AreAllOpen,
    ): Promise<SuggestedRules> {
      const { examples, maxConditions, strictness } = request;
      checkShape(request);
      const { organizationId } = user;
      const set = await filters.fields(organizationId);
      const fields = selectFields(set, request.fields);
      const { source, notTracked } = await readSource(user, examples);
      const mayShowPartners = async (ids: ReadonlyBitmap) =>
        !areAllOpen || ids.size >= MIN_OPEN_MATCHES || areAllOpen([...ids]);
      const { tracked, ...found } = await atOneVersion(() =>
        findRules(db, filters, {
          organizationId,
          source,
          set,
          fields,
          maxConditions,
          strictness,
          mayShowPartners,
        }),
      );
      return { examples: { tracked, notTracked }, ...found };
    },
  };
}

function checkShape({ examples, fields, maxConditions }: SuggestRequest): void {
  const { min, max } = EXAMPLE_LIMITS;
  if ('domains' in examples && (examples.domains.length < min || examples.domains.length > max))
    throw invalidValue('/domains', `must have ${min} to ${max} entries`);
  if (fields && (fields.length === 0 || fields.length > MAX_RULE_FIELDS))
    throw invalidValue('/fields', `must name 1 to ${MAX_RULE_FIELDS} fields`);
  if (!(maxConditions >= 1 && maxConditions <= MAX_RULE_CONDITIONS))
    throw invalidValue('/maxConditions', `must be 1 to ${MAX_RULE_CONDITIONS}`);
}

/** Rules never name companies, nor lists of them. */
function isUsable({ type }: Field): boolean {
  return type !== 'text' && type !== 'list' && type !== 'deleted';
}

/** @throws Fault validation_error */
function selectFields(set: FieldSet, keys: readonly string[] | null | undefined): readonly Field[] {
  if (!keys) return set.fields.filter(isUsable).slice(0, MAX_RULE_FIELDS);
  const fields = keys.map((key, index) => {
    const field = fieldOf(set, key, `/fields/${index}`);
    if (!isUsable(field)) throw invalidValue(`/fields/${index}`, `${key} cannot be in a rule`);
    return field;
  });
  return [...new Set(fields)];
}
