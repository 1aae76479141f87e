import { EACH, type FieldPrice, FREE, POINTS } from '../../graphql/analysis/prices.ts';
import { builder, innerType } from '../../graphql/builder.ts';
import { defineEnum } from '../../graphql/enums.ts';
import { isJsonObject } from '../../lib/json.ts';
import { MAX_MATCH_ROWS, TEXT_LIMITS } from '../../lib/request-limits.ts';
import { CompanyRef, loadCompany } from '../catalogue/types.ts';
import type { MatchedBy } from './confidence.ts';
import { MAX_CONFLICT, type MatchCandidate } from './conflict.ts';
import type { EvidencePart, MatchEvidence } from './evidence.ts';
import { MAX_ALTERNATIVES, type MatchResult } from './judge.ts';
import type { MatchService } from './service.ts';

declare module '../../graphql/context.ts' {
  interface Services {
    match: MatchService;
  }
}

const matchedBy = defineEnum<MatchedBy>('MatchedBy', {
  description: 'Identifier by which a company was found.',
  values: {
    domain: 'The company has the domain, or the host of the URL; or it has a domain above that host.',
    former_domain: 'The domain was the primary one of the company, or of one that was merged into it.',
    email_domain: 'The company has the domain of the e-mail address.',
    exact_name: 'The names are equal, except for case, accents, punctuation, blanks and legal forms.',
    similar_name: 'The names are similar, or their legal forms contradict each other.',
  },
});

const parts = defineEnum<EvidencePart>('MatchPart', {
  description: 'What was compared: an identifier of the row, or a part of names that are not equal.',
  values: {
    domain: 'The domain.',
    url: 'The host of the URL.',
    email: 'The domain of the e-mail address. Public mail providers say nothing about a company.',
    name: 'The names as a whole.',
    country: 'The countries.',
    word: 'The same words.',
    equivalent: 'Words that mean the same in two languages.',
    spelling: 'Words that one or two typing errors tell apart.',
    abbreviation: 'A word and its abbreviation.',
    joined: 'The same words, written together or apart.',
    initials: 'Words and their initials.',
    missing: 'A word that only one name has.',
    order: 'The same words in another order.',
    legal_form: 'The legal forms. A score of 0 says that they contradict each other.',
  },
});

const EvidenceRef = innerType<MatchEvidence>('MatchEvidence', {
  description: 'How a part of the row agrees with a company.',
  fields: (t) => ({
    part: t.field(parts.field('What was compared.', ({ part }: MatchEvidence) => part)),
    given: t.exposeString('given', {
      nullable: true,
      description:
        'Identifier as it was sent, or words of its name; null for words that only the company has.',
    }),
    found: t.exposeString('found', {
      nullable: true,
      description: 'What the company has of it; null if it has none, or if the identifier cannot be used.',
    }),
    score: t.exposeFloat('score', { description: 'How far both agree: from 0, not at all, to 1.' }),
  }),
});

const CONFIDENCE =
  'From 0 to 1, with two digits. From 0.9 on it is safe to use unseen; from 0.7 on, look at it.';

const CandidateRef = innerType<MatchCandidate>('MatchCandidate', {
  description: 'A company that a row may mean.',
  fields: (t) => ({
    company: t.field({
      type: CompanyRef,
      description: 'The company.',
      resolve: ({ companyId }, _args, context) => loadCompany(context, companyId),
    }),
    confidence: t.exposeFloat('confidence', { description: `Confidence in the company. ${CONFIDENCE}` }),
    matchedBy: t.field(
      matchedBy.field('Identifier that gives this confidence.', (row: MatchCandidate) => row.matchedBy),
    ),
  }),
});

/** Price of a few objects. */
const few = (size: number): FieldPrice => ({ field: size, multiplier: size });

const ResultRef = innerType<MatchResult>('MatchResult', {
  description: 'Result for one row.',
  fields: (t) => ({
    ref: t.exposeString('ref', { nullable: true, description: 'The `ref` of the row; null if it has none.' }),
    index: t.exposeInt('index', { description: 'Place of the row in the request, counted from 0.' }),
    company: t.field({
      type: CompanyRef,
      nullable: true,
      price: EACH,
      description:
        'The company that the row means; null if none has a confidence of 0.7, or if several are too close to each other.',
      resolve: ({ companyId }, _args, context) =>
        companyId === null ? null : loadCompany(context, companyId),
    }),
    confidence: t.exposeFloat('confidence', {
      description: `Confidence in the company, or else in the best alternative; 0 if there is none. ${CONFIDENCE}`,
    }),
    matchedBy: t.field(
      matchedBy.nullableField(
        'Identifier that gives this confidence; null without a company.',
        (row: MatchResult) => row.matchedBy,
      ),
    ),
    evidence: t.field({
      type: [EvidenceRef],
      price: FREE,
      description:
        'How each identifier of the row agrees with the company, or else with the best alternative. Parts of names follow if the names are not equal.',
      resolve: ({ evidence }) => evidence,
    }),
    conflict: t.field({
      type: [CandidateRef],
      nullable: true,
      price: few(MAX_CONFLICT),
      description:
        'Companies to which identifiers lead, if they differ and each is safe by itself; null if the identifiers agree.',
      resolve: ({ conflict }) => conflict,
    }),
    alternatives: t.field({
      type: [CandidateRef],
      price: few(MAX_ALTERNATIVES),
      description: 'Up to three other companies that the row may mean, the best first.',
      resolve: ({ alternatives }) => alternatives,
    }),
  }),
});

const TEXT = `at most ${TEXT_LIMITS.matchText.maxLength} characters`;

const MatchRowInput = builder.inputType('MatchRowInput', {
  description:
    'What is known of a company. Null and blank texts count as absent. An empty row matches nothing.',
  fields: (t) => ({
    ref: t.string({ description: `Your own mark of the row, which the result repeats: ${TEXT}.` }),
    name: t.string({ description: `Name of the company, with or without its legal form: ${TEXT}.` }),
    domain: t.string({
      description: `A domain of the company, in Unicode or in A-labels, or any text that has one: ${TEXT}.`,
    }),
    url: t.string({ description: `A page of the company: ${TEXT}.` }),
    email: t.string({ description: `An e-mail address of somebody at the company: ${TEXT}.` }),
    country: t.string({
      description: `Country, by its code or name: ${TEXT}. It decides between companies of the same name.`,
    }),
  }),
});

const MatchRef = innerType<{ results: readonly MatchResult[] }>('CompanyMatches', {
  description: 'Companies that rows mean.',
  fields: (t) => ({
    results: t.field({
      type: [ResultRef],
      price: EACH,
      description: 'One result for each row, in the order of the rows.',
      resolve: ({ results }) => results,
    }),
  }),
});

builder.queryField('matchCompanies', (t) =>
  t.field({
    type: MatchRef,
    description:
      'Matches rows to companies by domain, URL, e-mail address and name, and says how sure each match is. Costs no credits. Any key may do this.',
    authScopes: { anyKey: true },
    extensions: { costClass: 'evaluate' },
    price: ({ rows }) => matchPrice(rows),
    args: {
      rows: t.arg({
        type: [MatchRowInput],
        required: true,
        description: `1 to ${MAX_MATCH_ROWS} rows.`,
      }),
    },
    resolve: async (_root, { rows }, { services }) => ({ results: await services.match.match(rows) }),
  }),
);

/** Price of a result for each row. A name costs more than a domain. */
function matchPrice(rows: unknown): FieldPrice {
  const given: unknown[] = Array.isArray(rows) ? rows : [rows];
  const names = given.filter((row) => isJsonObject(row) && typeof row.name === 'string').length;
  const field = 1 + POINTS.matchedRow * given.length + POINTS.matchedName * names;
  return { field, multiplier: given.length, sizedBy: 'inputs' };
}
