import type { Queryable } from '../../database/client.ts';
import { ON_REPLICA } from '../../database/replicas/routing.ts';
import type { OperatorKey, Value } from './operators.ts';
import type { Field, FieldKey } from './registry.ts';
import type { ValuePage } from './values.ts';

/** A node of a filter tree with one condition. */
export interface ExampleNode {
  condition: { field: FieldKey; operator: OperatorKey; values: readonly Value[] };
}

/**
 * Returns a condition that matches companies of this catalogue: by a value that many companies have, and by that of the
 * registry in an empty catalogue.
 *
 * @param page values of the vocabulary, the most frequent first.
 */
export async function exampleOf(db: Queryable, field: Field, page?: ValuePage): Promise<ExampleNode> {
  const { operator, values } = field.example;
  const found = await findFrequentValue(db, field, page);
  return { condition: { field: field.key, operator, values: found === undefined ? values : [found] } };
}

/** Returns a condition on a list; null without one. */
export function exampleOfList({ key, example }: Field, listId: number | undefined): ExampleNode | null {
  return listId === undefined
    ? null
    : { condition: { field: key, operator: example.operator, values: [listId] } };
}

async function findFrequentValue(db: Queryable, field: Field, page?: ValuePage): Promise<Value | undefined> {
  switch (field.type) {
    case 'vocabulary': {
      const [first] = page?.values ?? [];
      return first && first.companyCount > 0 ? first.value : undefined;
    }
    case 'list':
      return undefined;
    case 'company':
      return findPartner(db);
    case 'integer':
      return findNumber(db, field.key);
    case 'text':
      return field.text === 'domain' ? findTopLevelDomain(db) : findNameTerm(db);
  }
}

/** Returns the domain of the company with the most partners; where none has many, that of any partner. */
async function findPartner(db: Queryable): Promise<string | undefined> {
  const { rows } = await db.query<{ domain: string | null }>({
    name: 'frequent_partner',
    runsOn: ON_REPLICA,
    text: `SELECT primary_domain AS domain FROM company WHERE id = coalesce(
      (SELECT value::int FROM facet_posting WHERE field = 'partner' AND value <> '' AND window_days = 0
       ORDER BY cardinality DESC, value LIMIT 1),
      (SELECT partner_id FROM partnership LIMIT 1))`,
  });
  return rows[0]?.domain ?? undefined;
}

/** Returns the number that most companies have; a bound of the index covers the numbers beyond it. */
async function findNumber(db: Queryable, field: FieldKey): Promise<number | undefined> {
  const { rows } = await db.query<{ number: number }>({
    name: 'frequent_number',
    runsOn: ON_REPLICA,
    text: `SELECT number FROM (
        SELECT substr(value, 3)::int AS number, cardinality FROM facet_posting
        WHERE field = $1 AND value LIKE '>=%' AND window_days = 0
      ) bound ORDER BY cardinality - lead(cardinality, 1, 0) OVER (ORDER BY number) DESC, number LIMIT 1`,
    values: [field],
  });
  return rows[0]?.number;
}

async function findTopLevelDomain(db: Queryable): Promise<string | undefined> {
  const { rows } = await db.query<{ value: string }>({
    name: 'frequent_top_level_domain',
    runsOn: ON_REPLICA,
    text: `SELECT value FROM facet_posting WHERE field = 'domain' AND value <> '' AND window_days = 0
      ORDER BY cardinality DESC, value LIMIT 1`,
  });
  return rows[0] && `.${rows[0].value}`;
}

/** Returns the word that most names have; where names share none, the first name. */
async function findNameTerm(db: Queryable): Promise<string | undefined> {
  const { rows } = await db.query<{ text: string | null }>({
    name: 'frequent_name_term',
    runsOn: ON_REPLICA,
    text: `SELECT coalesce(
      (SELECT btrim(value) FROM facet_posting
       WHERE field = 'name' AND window_days = 0 AND length(btrim(value)) BETWEEN 2 AND 100
       ORDER BY cardinality DESC, value LIMIT 1),
      (SELECT name FROM company WHERE length(name) BETWEEN 2 AND 100 ORDER BY id LIMIT 1)) AS text`,
  });
  return rows[0]?.text ?? undefined;
}
