import type { Queryable } from '../../database/client.ts';
import { cleanDomain } from '../../lib/domain-name.ts';
import { escapeLike } from '../../lib/like.ts';
import { type Bitmap, fromInt4s, NO_IDS, type ReadonlyBitmap } from '../facets/bitmap.ts';
import type { Question, Reply } from '../facets/reader.ts';
import { WINDOWS } from '../facets/windows.ts';
import type { OperatorKey } from './operators.ts';

/** Companies whose name or domain fits a pattern. */
export interface TextQuestion extends Question {
  kind: 'text';
  column: 'name' | 'domain';
  /** How it is looked for: by the trigram index, in every row where it has no trigrams, or as a whole. */
  by: 'index' | 'scan' | 'equality';
  patterns: readonly string[];
}

/** The partners of the company that has this domain or slug. */
export interface PartnerQuestion extends Question {
  kind: 'partner';
  identifier: string;
}

export type FilterQuestion = TextQuestion | PartnerQuestion;

export function askText(
  column: 'name' | 'domain',
  operator: OperatorKey,
  values: readonly string[],
): TextQuestion {
  const patterns = values.map((value) => toPattern(operator, escapeLike(value)));
  if (operator === 'equals')
    return {
      kind: 'text',
      name: `equals\0${column}\0${values.join('\0')}`,
      column,
      by: 'equality',
      patterns: values,
    };
  const by = operator !== 'contains' || values.every((value) => TRIGRAM.test(value)) ? 'index' : 'scan';
  return { kind: 'text', name: `text\0${column}\0${patterns.join('\0')}`, column, by, patterns };
}

/** What holds a whole trigram: three letters in a row, or two at the beginning or the end of a word. */
const TRIGRAM = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]{2}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u;

export function askPartner(identifier: string): PartnerQuestion {
  return { kind: 'partner', name: `partner\0${identifier}`, identifier };
}

function toPattern(operator: OperatorKey, literal: string): string {
  if (operator === 'contains') return `%${literal}%`;
  if (operator === 'starts_with') return `${literal}%`;
  return `%${literal}`;
}

/**
 * Each reads the version of the index in the same statement: the answer belongs to that one. Without trigrams the index
 * would give back every row, at several times the cost of reading them all: the planner does not know, so these
 * statements compare an expression that has no index.
 */
const TEXT = {
  name: {
    index: selectIds('id', 'company', 'name ILIKE ANY ($1::text[])'),
    equality: selectIds(
      'id',
      'company',
      'lower(name) = ANY (ARRAY(SELECT lower(v) FROM unnest($1::text[]) v))',
    ),
    scan: selectIds(
      'id',
      'company',
      'lower(name) LIKE ANY (ARRAY(SELECT lower(p) FROM unnest($1::text[]) p))',
    ),
  },
  domain: {
    index: selectIds('company_id', 'company_domain', 'domain LIKE ANY ($1::text[])'),
    equality: selectIds('company_id', 'company_domain', 'domain = ANY ($1::text[])'),
    scan: selectIds('company_id', 'company_domain', `domain || '' LIKE ANY ($1::text[])`),
  },
};

function selectIds(id: string, table: string, condition: string): string {
  return `SELECT (SELECT version FROM facet_index) AS version,
    (SELECT encode(string_agg(int4send(${id}), ''), 'base64') FROM ${table} WHERE ${condition}) AS ids`;
}

const INDEX = `index AS MATERIALIZED (
  SELECT version, as_of - interval '${WINDOWS[0] * 24} hours' AS first, as_of - interval '${WINDOWS[1] * 24} hours' AS second
  FROM facet_index
)`;

const companyOf = (domain: string, slug: string) => `coalesce(
  (SELECT company_id FROM company_domain d WHERE d.domain = ${domain}), (SELECT id FROM company c WHERE c.slug = ${slug}))`;

/** The partners of a company by the narrowest window of WINDOWS that holds the observation. */
const partnersOf = (companyId: string) => `
  SELECT
    encode(string_agg(int4send(partner_id), '') FILTER (WHERE last_observed_at >= (SELECT first FROM index)), 'base64') AS part0,
    encode(string_agg(int4send(partner_id), '') FILTER (WHERE last_observed_at < (SELECT first FROM index)
      AND last_observed_at >= (SELECT second FROM index)), 'base64') AS part1,
    encode(string_agg(int4send(partner_id), '') FILTER (WHERE last_observed_at < (SELECT second FROM index)), 'base64') AS part2
  FROM partnership WHERE company_id = ${companyId}`;

/** One identifier: a third of the time of the statement for many, which PostgreSQL plans anew each time (measured). */
const PARTNERS_OF_ONE = {
  name: 'filter_partners_of_one',
  text: `
    WITH ${INDEX}, who AS MATERIALIZED (SELECT ${companyOf('$1', '$2')} AS company_id)
    SELECT (SELECT version FROM index) AS version, who.company_id AS "companyId", p.*
    FROM who LEFT JOIN LATERAL (${partnersOf('(SELECT company_id FROM who)')}) p ON true`,
};

/** One row for each identifier. */
const PARTNERS = {
  name: 'filter_partners',
  text: `
    WITH ${INDEX}
    SELECT (SELECT version FROM index) AS version, w.company_id AS "companyId", p.*
    FROM (
      SELECT place, ${companyOf('k.domain', 'k.slug')} AS company_id
      FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS k (domain, slug, place)
    ) w
    LEFT JOIN LATERAL (${partnersOf('w.company_id')}) p ON true
    ORDER BY w.place`,
};

interface PartnerRow {
  version: number;
  /** Null when there is no such company. */
  companyId: number | null;
  /** Ids by place in WINDOWS, four bytes each, as base64; null where nothing fell into the window. */
  part0: string | null;
  part1: string | null;
  part2: string | null;
}

function readIds(base64: string): Bitmap {
  return fromInt4s(Buffer.from(base64, 'base64'));
}

/** Answers questions by SQL: partners together in one statement, each text in one of its own. */
export async function answerQuestions(
  db: Queryable,
  questions: readonly FilterQuestion[],
): Promise<readonly Reply[]> {
  const partners = questions.filter((question) => question.kind === 'partner');
  const texts = questions.filter((question) => question.kind === 'text');
  const replies = new Map<FilterQuestion, Reply>();
  const answers = [
    ...texts.map(async (question) => replies.set(question, await answerText(db, question))),
    ...(partners.length > 0 ? [answerPartners(db, partners, replies)] : []),
  ];
  await Promise.all(answers);
  return questions.flatMap((question) => replies.get(question) ?? []);
}

async function answerText(db: Queryable, { column, by, patterns }: TextQuestion): Promise<Reply> {
  const { rows } = await db.query<{ version: number; ids: string | null }>({
    name: `filter_${column}_${by}`,
    text: TEXT[column][by],
    values: [patterns],
  });
  const [row] = rows;
  const ids = row?.ids ? readIds(row.ids) : NO_IDS;
  return { version: row?.version ?? 0, answer: { found: true, byWindow: [ids] } };
}

async function answerPartners(
  db: Queryable,
  questions: readonly PartnerQuestion[],
  replies: Map<FilterQuestion, Reply>,
): Promise<void> {
  const identifiers = questions.map(({ identifier }) => toLookup(identifier));
  const [only, ...others] = identifiers;
  const { rows } = await db.query<PartnerRow>(
    only && others.length === 0
      ? { ...PARTNERS_OF_ONE, values: [only.domain, only.slug] }
      : {
          ...PARTNERS,
          values: [identifiers.map(({ domain }) => domain), identifiers.map(({ slug }) => slug)],
        },
  );
  for (const [index, { version, companyId, part0, part1, part2 }] of rows.entries()) {
    const answer = { found: companyId !== null, byWindow: cumulate([part0, part1, part2]) };
    const question = questions[index];
    if (question) replies.set(question, { version, answer });
  }
}

/** As identifiers are read everywhere (contract, section 3): with a dot a domain, else a slug. */
export function toLookup(identifier: string): { domain: string | undefined; slug: string | undefined } {
  return identifier.includes('.')
    ? { domain: cleanDomain(identifier), slug: undefined }
    : { domain: undefined, slug: identifier.trim().toLowerCase() };
}

/** Each window holds what the narrower ones do. */
function cumulate(parts: readonly (string | null)[]): ReadonlyBitmap[] {
  let seen: ReadonlyBitmap = NO_IDS;
  return parts.map((part) => {
    if (part) seen = readIds(part).orInPlace(seen);
    return seen;
  });
}
