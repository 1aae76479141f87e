import { LRUCache } from 'lru-cache';
import type { Queryable } from '../../database/client.ts';
import { ownFacetName } from '../facets/facet.ts';
import { type IndexVersions, readOwnVersions } from '../facets/reader.ts';
import {
  CATALOGUE,
  type Declaration,
  type Declared,
  facetOf,
  type Registries,
  readDeclared,
} from '../fields/declarations.ts';
import { type OwnFieldType, scopeOf } from '../fields/own-field.ts';
import { conditionsOf, type FilterNode } from './definition.ts';
import type { OperatorKey } from './operators.ts';
import {
  BUILT_IN_BY_KEY,
  BUILT_IN_FIELDS,
  CODES,
  COMPARISONS,
  type Entry,
  type Field,
  KNOWN_REGISTRY_VERSIONS,
  REGISTRY_VERSION,
} from './registry.ts';
import { postedVocabulary } from './vocabularies.ts';

/** The fields that a caller can use in conditions. */
export interface FieldSet {
  /** Version for new definitions. */
  readonly version: string;
  /** In their order: the built-in ones, those of the catalogue, those of the organization. */
  readonly fields: readonly Field[];
  readonly keys: readonly string[];
  get(key: string): Field | undefined;
  /** Keys of texts and addresses, which no condition compares. */
  readonly shown?: ReadonlySet<string>;
  /** Tells whether a caller may state a version: one that the fields had or have. */
  knows(version: string): boolean;
}

/** The fields of a catalogue and an organization that have declared none. */
export const BUILT_IN: FieldSet = {
  version: REGISTRY_VERSION,
  fields: BUILT_IN_FIELDS,
  keys: [...BUILT_IN_BY_KEY.keys()],
  get: (key) => BUILT_IN_BY_KEY.get(key),
  knows: (version) => KNOWN_REGISTRY_VERSIONS.includes(version),
};

/** Returns the fields that an organization can use. */
export function fieldSet({ fields, registries }: Declared): FieldSet {
  const { catalogue, organization } = registries;
  if (catalogue + organization === 0) return BUILT_IN;
  const own = fields.flatMap((each) => toField(each) ?? []);
  const all = [...BUILT_IN_FIELDS, ...own];
  const byKey = new Map(all.map((field) => [field.key, field]));
  return {
    version: fields.length === 0 ? REGISTRY_VERSION : `${REGISTRY_VERSION}.${catalogue}.${organization}`,
    fields: all,
    keys: [...byKey.keys()],
    get: (key) => byKey.get(key),
    shown: new Set(fields.filter(({ type }) => type === 'text' || type === 'url').map(({ key }) => key)),
    knows(version) {
      const stated = countersOf(version);
      return stated !== undefined && stated.catalogue <= catalogue && stated.organization <= organization;
    },
  };
}

/** Characters of the fields of organizations that a process holds. */
const MAX_HELD = 8 * 1024 * 1024;

/** The fields of an organization, and the versions of the index when they were read. */
export interface CurrentFields {
  declared: Declared;
  set: FieldSet;
  versions: IndexVersions;
}

/** Returns what reads the fields of organizations: declarations anew only if one of them, or a value, has changed since. */
export function createFieldReader(db: Queryable) {
  const held = new LRUCache<number, { version: string; declared: Declared; set: FieldSet }>({
    maxSize: MAX_HELD,
    sizeCalculation: ({ declared }) => 1 + JSON.stringify(declared.fields).length,
  });
  return async (organizationId: number): Promise<CurrentFields> => {
    const versions = await readOwnVersions(db, organizationId);
    const version = `${versions.catalogueVersion} ${versions.ownVersion}`;
    const former = held.get(organizationId);
    if (former?.version === version) return { ...former, versions };
    const declared = await readDeclared(db, organizationId);
    const set = fieldSet(declared);
    held.set(organizationId, { version, declared, set });
    return { declared, set, versions };
  };
}

const VERSIONED = /^2\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})$/;

/** Longest key that is looked for among own fields, or suggested one. */
const MAX_KEY = 60;

/** Returns the same fields, and what tells whether they lacked a key that is one of own fields perhaps. */
export function watched(set: FieldSet): { fields: FieldSet; missed: () => boolean } {
  let missed = false;
  const fields = {
    ...set,
    get(key: string) {
      const field = set.get(key);
      missed ||= field === undefined && key.length <= MAX_KEY;
      return field;
    },
  };
  return { fields, missed: () => missed };
}

/** Tells whether a definition may use own fields: those that do are stored with a version that counts declarations. */
export function mayUseOwnFields(definition: unknown): boolean {
  return VERSIONED.test(stampOf(definition));
}

/** Ids of the own fields that a tree uses itself. */
export function ownFieldsIn(root: FilterNode | null): number[] {
  const ids = new Set<number>();
  for (const { condition } of conditionsOf(root)) if (condition.field.own) ids.add(condition.field.own.id);
  return [...ids];
}

/** Reads the counters of a registry version; undefined for a text that is none. */
function countersOf(version: string): Registries | undefined {
  if (KNOWN_REGISTRY_VERSIONS.includes(version)) return { catalogue: 0, organization: 0 };
  const [, catalogue, organization] = VERSIONED.exec(version) ?? [];
  return catalogue === undefined
    ? undefined
    : { catalogue: Number(catalogue), organization: Number(organization) };
}

/**
 * Returns the fields that a stored definition of an organization means. A key that was declared anew since names another field:
 * what the definition has is the deleted one.
 */
export function fieldsOfStored(
  definition: unknown,
  { fields, registries }: Declared,
  organizationId: number,
): FieldSet {
  const stamp = stampOf(definition);
  const { catalogue, organization } = countersOf(stamp) ?? { catalogue: 0, organization: 0 };
  const meant = fields.filter(({ scope, declaredAt }) =>
    scope === 'catalogue' ? declaredAt <= catalogue : declaredAt <= organization,
  );
  return withDeleted(fieldSet({ fields: meant, registries }), () => true, organizationId);
}

/** Returns the fields of a set, and deleted ones for those keys of own fields that are accepted. */
export function withDeleted(
  set: FieldSet,
  accepts: (key: string) => boolean,
  organizationId: number,
): FieldSet {
  return {
    ...set,
    get: (key) => set.get(key) ?? (accepts(key) ? deletedField(key, organizationId) : undefined),
    knows: () => true,
  };
}

function stampOf(definition: unknown): string {
  if (typeof definition !== 'object' || definition === null || !('registry_version' in definition)) return '';
  return String(definition.registry_version);
}

/** Returns a field that no company has a value of; undefined for a text that is no key of an own field. */
function deletedField(key: string, organizationId: number): Field | undefined {
  const scope = scopeOf(key);
  if (scope === undefined) return undefined;
  return {
    key,
    facet: ownFacetName(scope === 'catalogue' ? CATALOGUE : organizationId, 0),
    dated: false,
    type: 'deleted',
    label: key,
    operators: ['any_of', 'all_of', 'none_of', 'is_known', ...COMPARISONS],
    example: KNOWN,
  };
}

const KNOWN = { operator: 'is_known', values: [true] } as const;

const OPERATORS_OF: Record<Exclude<OwnFieldType, 'text' | 'url'>, readonly OperatorKey[]> = {
  category: CODES,
  number: [...COMPARISONS, 'is_known'],
  date: [...COMPARISONS, 'is_known'],
  boolean: ['eq', 'is_known'],
};

/** @returns undefined for a field that no condition compares */
function toField(declaration: Declaration): Field | undefined {
  const { id, key, scope, label, type, multiple, declaredAt } = declaration;
  if (type === 'text' || type === 'url') return undefined;
  const { field: facet, source } = facetOf(declaration);
  const operators = multiple ? [...OPERATORS_OF[type], 'all_of' as const] : OPERATORS_OF[type];
  const base = { label, operators, source, changedBy: ['companies'] as const, example: KNOWN };
  const common = { key, facet, dated: false, own: { id, scope, multiple, declaredAt } };
  const entry: Entry =
    type === 'category' ? { ...base, type, vocabulary: postedVocabulary(facet) } : { ...base, type };
  return { ...common, ...entry };
}
