import { z } from 'zod';
import { MAX_MATCH_ROWS, TEXT_LIMITS } from '../lib/request-limits.ts';
import { EXAMPLES } from './examples.ts';
import { route } from './route.ts';

const text = (description: string, example: string) =>
  z
    .string()
    .nullish()
    .meta({ ...TEXT_LIMITS.matchText, description, example });

const ROWS = z.array(
  z.strictObject({
    ref: text('Your own mark of the row, which the result repeats.', 'crm-7'),
    name: text('Name of the company, with or without its legal form.', 'Kupferwald Software GmbH'),
    domain: text('A domain of the company, or any text that has one.', 'kupferwald-software.example'),
    url: text('A page of the company.', 'https://www.kupferwald-software.example/en'),
    email: text('An e-mail address of somebody at the company.', 'jane@kupferwald-software.example'),
    country: text('Country, by its code or name. It decides between companies of the same name.', 'DE'),
  }),
);

export const match = [
  route('MatchCompanies', 'POST /match', {
    summary: 'Match rows to companies',
    description: `Finds the companies that up to ${MAX_MATCH_ROWS} rows mean, by domain, URL, e-mail address and name. Each result has a confidence: from 0.9 on it is safe to use unseen, from 0.7 on, look at it. Below, and where several companies are too close to each other, \`company\` is null and \`alternatives\` has them. Costs no credits. With any key.`,
    parameters: {
      rows: ROWS.meta({
        minItems: 1,
        maxItems: MAX_MATCH_ROWS,
        description: `1 to ${MAX_MATCH_ROWS} rows. Null and blank texts count as absent. An empty row matches nothing.`,
        example: [
          { ref: 'crm-7', name: 'Kupferwald Sofware', country: 'Germany' },
          { url: 'https://www.beta.example/about' },
        ],
      }),
    },
    variables: ({ rows }) => ({ rows }),
    example: {
      results: [
        {
          ref: 'crm-7',
          index: 0,
          company: EXAMPLES.CompanyReference,
          confidence: 0.93,
          matched_by: 'similar_name',
          evidence: [
            { part: 'name', given: 'Kupferwald Sofware', found: 'Kupferwald Software', score: 0.95 },
            { part: 'word', given: 'kupferwald', found: 'kupferwald', score: 1 },
            { part: 'spelling', given: 'sofware', found: 'software', score: 0.9 },
            { part: 'country', given: 'Germany', found: 'DE', score: 1 },
          ],
          alternatives: [],
        },
        {
          ref: null,
          index: 1,
          company: null,
          confidence: 0,
          matched_by: null,
          evidence: [{ part: 'url', given: 'https://www.beta.example/about', found: null, score: 0 }],
          alternatives: [],
        },
      ],
    },
  }),
];
