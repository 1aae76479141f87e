import { z } from 'zod';
import { type Body, type Call, inUrl } from './call.ts';
import { readFilter, readWords, WHOLE_DEFINITION, WORDS } from './definition.ts';
import { defineTool, type Session } from './tool.ts';

const limit = (most: number, usual: number) => z.int().min(1).max(most).default(usual);

/** Rows of one answer, which a model reads whole. */
const MAX_ROWS = 50;
const MAX_TECHNOLOGIES = 60;

/** A company of an answer. A change may be about one that has left the catalogue, of which the id alone is known. */
interface Named {
  company_id: number;
  name?: string;
  primary_domain?: string | null;
  slug?: string;
}

/** A company as agents need it: what they call it next, and what people call it. */
export const short = ({ company_id, name, primary_domain, slug }: Named) => ({
  company_id,
  name,
  domain: primary_domain ?? slug ?? String(company_id),
});

const pageOf = ({ publicUrl }: Session, identifier: string) =>
  `${publicUrl}/app/companies/${inUrl(identifier)}`;

/** Companies of a text: those of the name, else those that the sentence describes. */
async function findCompanies(session: Session, query: string): Promise<Named[]> {
  const { call, principal } = session;
  const named = query.length <= 100 ? await call('searchCompanies', { query: { q: query, limit: 10 } }) : [];
  const found = companiesIn(named);
  if (found.length > 0 || principal.kind !== 'user') return found;
  const { definition, reading } = await readWords(call, query);
  // Words that were left out would find other companies than the text asks for.
  if (!definition || reading.not_understood.length > 0) return [];
  const { sample = [] } = await call('previewMatches', { body: { definition, sample: 10 } });
  return sample;
}

const companiesIn = (body: unknown): Named[] =>
  Array.isArray(body) ? body : ((body as { companies?: Named[] }).companies ?? []);

export const research = [
  defineTool('search', {
    title: 'Search companies',
    toolset: 'research',
    description:
      'Finds companies by name or domain, or by a sentence such as "fintech in berlin". Pass an id to fetch.',
    input: z.strictObject({ query: z.string().min(2).max(2000) }),
    output: { results: 'array' },
    async run(session, { query }) {
      const found = await findCompanies(session, query);
      const results = found.map(short).map(({ domain, name }) => ({
        id: domain,
        title: name,
        url: pageOf(session, domain),
      }));
      return { results };
    },
  }),

  defineTool('fetch', {
    title: 'Fetch a company',
    toolset: 'research',
    description: 'The record of one company as a text, by an id of search, a domain or a slug.',
    input: z.strictObject({ id: z.string() }),
    output: { id: 'string', title: 'string', text: 'string', url: 'string', metadata: 'object' },
    async run(session, { id }) {
      const company = await session.call('getCompany', {
        path: { identifier: id },
        query: { include: ['firmographics', 'technologies', 'fields'] },
      });
      const { technologies = [], firmographics = {}, fields = {}, domains = [] } = company;
      const used = technologies.slice(0, MAX_TECHNOLOGIES).map((each) => each.display_name);
      const more = technologies.length > used.length ? `, and ${technologies.length - used.length} more` : '';
      const facts = Object.entries({
        ...firmographics,
        ...fields,
        partnership_count: company.partnership_count,
      });
      const text = [
        company.name,
        `Domains: ${domains.join(', ')}`,
        ...facts.map(([key, value]) => `${key}: ${String(value)}`),
        `Technologies: ${used.join(', ')}${more}`,
      ].join('\n');
      const { domain, company_id } = short(company);
      const metadata = { company_id, slug: company.slug };
      return { id: domain, title: company.name, text, url: pageOf(session, domain), metadata };
    },
  }),

  defineTool('find_filter_values', {
    title: 'Find filter values',
    toolset: 'research',
    description:
      'What definitions may say. Without arguments: fields with their operators. With search: values of all fields, such as "berlin". With field: values of one.',
    input: z.strictObject({
      search: z.string().optional(),
      field: z.string().optional(),
      limit: limit(MAX_ROWS, 20),
    }),
    output: { fields: 'array', values: 'array' },
    async run({ call }, { search, field, limit }) {
      if (field !== undefined) {
        const { values } = await call('getFilterFieldValues', { path: { field }, query: { search, limit } });
        return { values };
      }
      if (search !== undefined) {
        const { values } = await call('searchFilterValues', { query: { search, limit } });
        return { values };
      }
      const { fields } = await call('getFilterFields');
      return {
        fields: fields.map(({ key, label, type, operators, dated, values, example }) => ({
          key,
          label,
          type,
          operators,
          ...(dated && { when: true }),
          ...(values && values.length <= 12
            ? { values: values.map(({ value }) => value) }
            : { example: example && 'condition' in example ? example.condition.values : null }),
        })),
      };
    },
  }),

  defineTool('count_companies', {
    title: 'Count companies',
    toolset: 'research',
    description:
      'Counts the companies that a definition matches, exactly and free. Also at each node (funnel), by values of fields (breakdown), with a sample. Returns the definition to send on to save_list.',
    input: z.strictObject({
      definition: WHOLE_DEFINITION.optional(),
      words: WORDS.optional(),
      funnel: z.boolean().default(false),
      breakdown: z.array(z.string()).max(5).default([]).describe('Keys of fields.'),
      sample: z.int().min(0).max(25).default(5),
    }),
    output: { count: 'integer', tier_counts: 'object', definition: 'object', words: 'object' },
    async run({ call }, { definition, words, ...asked }) {
      const filter = await readFilter(call, { definition, words });
      const body = { ...asked, breakdown_limit: 10, definition: filter.definition };
      const { sample, ...counts } = await call('previewMatches', { body });
      return {
        ...counts,
        ...(sample && { sample: sample.map(short) }),
        definition: filter.definition,
        ...(filter.reading && { words: filter.reading }),
      };
    },
  }),

  defineTool('get_company', {
    title: 'Get a company',
    toolset: 'research',
    description: 'One company, by domain or slug. Partners need enrich.',
    input: z.strictObject({
      identifier: z.string(),
      include: z
        .array(z.enum(['firmographics', 'technologies', 'fields', 'similar', 'lists']))
        .default(['firmographics']),
    }),
    output: { company: 'object', similar: 'array', lists: 'array' },
    async run({ call }, { identifier, include }) {
      const parts = include.filter((part) => part !== 'similar' && part !== 'lists');
      const path = { identifier };
      const company = await call('getCompany', { path, query: { include: parts } });
      const { technologies, ...rest } = company;
      const answer = {
        company: { ...rest, ...(technologies && technologiesOf(technologies)) },
        ...(include.includes('similar') && { similar: await similarTo(call, identifier) }),
      };
      if (!include.includes('lists')) return answer;
      const { lists, complete } = await call('getCompanyLists', { path });
      return { ...answer, lists, lists_complete: complete };
    },
  }),

  defineTool('match_companies', {
    title: 'Match companies',
    toolset: 'research',
    description:
      'Finds the companies that rows of names, domains, URLs or e-mail addresses mean. From confidence 0.9 on safe to use; below 0.7 company is null.',
    input: z.strictObject({
      rows: z
        .array(
          z.strictObject({
            ref: z.string().optional(),
            name: z.string().optional(),
            domain: z.string().optional(),
            url: z.string().optional(),
            email: z.string().optional(),
            country: z.string().optional(),
          }),
        )
        .min(1)
        .max(MAX_ROWS),
    }),
    output: { results: 'array' },
    async run({ call }, { rows }) {
      const { results } = await call('matchCompanies', { body: { rows } });
      return { results: results.map(matchOf) };
    },
  }),
];

type Match = Body<'matchCompanies'>['results'][number];

const matchOf = ({ ref, index, company, confidence, matched_by, conflict, alternatives }: Match) => ({
  ...(ref == null ? { index } : { ref }),
  company: company ? short(company) : null,
  confidence,
  ...(matched_by && { matched_by }),
  ...(conflict && { conflict }),
  ...(alternatives.length > 0 && {
    alternatives: alternatives.map((each) => ({ ...short(each.company), confidence: each.confidence })),
  }),
});

type Technology = NonNullable<Body<'getCompany'>['technologies']>[number];

/** The technologies that were seen last, without their numbers of detections. */
function technologiesOf(all: readonly Technology[]) {
  const latest = all.toSorted((a, b) => (a.last_seen < b.last_seen ? 1 : -1)).slice(0, MAX_TECHNOLOGIES);
  const day = (at: string) => at.slice(0, 10);
  return {
    technology_count: all.length,
    technologies: latest.map(
      ({ tech_key, first_seen, last_seen }) => `${tech_key} ${day(first_seen)}..${day(last_seen)}`,
    ),
  };
}

async function similarTo(call: Call, identifier: string) {
  const { companies } = await call('getSimilarCompanies', { path: { identifier }, query: { limit: 10 } });
  return companies.map(({ score, shared, ...company }) => ({
    ...short(company),
    score: Math.round(score * 100) / 100,
    shared: shared.slice(0, 5).map(({ label, value }) => label ?? value),
  }));
}
