import type { Response } from 'supertest';

type Body = Response['body'];
type Given = Record<string, unknown>;

/** What a recorded task works with: the tools, and REST to compare with. */
export interface Desk {
  call: (tool: string, given?: Given) => Promise<Body>;
  get: (path: string) => Promise<Body>;
  post: (path: string, body: object) => Promise<Body>;
}

/** A question of a person, the calls that a model made for it, and what REST says. Both answers must be equal. */
export interface Task {
  question: string;
  run: (desk: Desk) => Promise<{ answer: unknown; expected: unknown }>;
}

const named = (values: Body[]) => values.map(({ name }) => name);
const previewOf = (desk: Desk, definition: object, more: object = {}) =>
  desk.post('/v1/lists/preview', { definition, ...more });

/** Saves a list by words, as tasks about lists do first. */
async function listOf(
  { call }: Desk,
  name: string,
  words: string,
): Promise<{ list_id: number; definition: object }> {
  const { definition } = await call('count_companies', { words, sample: 0 });
  const { list_id } = await call('save_list', { name, definition, dry_run: false });
  return { list_id, definition };
}

/** Answers a question by the number of companies that a sentence describes. */
const counting = (question: string, words: string, root: object): Task => ({
  question,
  run: async (desk) => ({
    answer: (await desk.call('count_companies', { words })).count,
    expected: (await previewOf(desk, { registry_version: '2', root })).count,
  }),
});

const condition = (field: string, operator: string, values: unknown[], when?: object) => ({
  condition: { field, operator, values, ...(when && { when }) },
});

export const TASKS: readonly Task[] = [
  counting(
    'How many companies use Kubernetes?',
    'companies using kubernetes',
    condition('technology', 'any_of', ['kubernetes']),
  ),
  counting(
    'How many German companies are there?',
    'companies in germany',
    condition('country', 'any_of', ['DE']),
  ),
  counting('Who was founded since 2015 in France?', 'companies in france founded since 2015', {
    and: [condition('country', 'any_of', ['FR']), condition('founded_year', 'gte', [2015])],
  }),
  counting('Who uses PostgreSQL but not MySQL?', 'companies using postgresql but not mysql', {
    and: [
      condition('technology', 'any_of', ['postgresql']),
      { not: condition('technology', 'any_of', ['mysql']) },
    ],
  }),
  {
    question: 'Which companies dropped Kubernetes within the year?',
    run: async (desk) => {
      const root = condition('technology', 'any_of', ['kubernetes'], { not_seen: '90d' });
      const { count, sample } = await desk.call('count_companies', { definition: { root }, sample: 5 });
      const same = await previewOf(desk, { registry_version: '2', root }, { sample: 5 });
      return { answer: [count, named(sample)], expected: [same.count, named(same.sample)] };
    },
  },
  {
    question: 'Which of my customers dropped PostgreSQL?',
    run: async (desk) => {
      const { list_id } = await listOf(desk, 'Customers', 'companies in germany');
      const root = {
        and: [
          condition('list', 'any_of', [list_id]),
          condition('technology', 'any_of', ['postgresql'], { not_seen: '90d' }),
        ],
      };
      const { count } = await desk.call('count_companies', { definition: { root } });
      return { answer: count, expected: (await previewOf(desk, { registry_version: '2', root })).count };
    },
  },
  {
    question: 'Make a list like these ten.',
    run: async (desk) => {
      const { sample } = await desk.call('count_companies', {
        words: 'software companies using kubernetes',
        sample: 10,
      });
      const domains = sample.map(({ domain }: Body) => domain);
      const { suggestions } = await desk.call('suggest_filter', { domains });
      const [best] = suggestions;
      const { list_id, total } = await desk.call('save_list', {
        name: 'Like ten',
        definition: best.definition,
        dry_run: false,
      });
      const same = await desk.post('/v1/lists/suggest', { domains });
      const members = await desk.get(`/v1/lists/${list_id}/members?limit=1`);
      return {
        answer: [best.definition, total, best.count],
        expected: [same.suggestions[0].definition, members.total, total],
      };
    },
  },
  {
    question: 'What would exporting it cost?',
    run: async (desk) => {
      const { list_id } = await listOf(desk, 'To export', 'companies in austria');
      const { status, quote } = await desk.call('enrich', { list_id });
      return {
        answer: [status, quote],
        expected: ['quote', await desk.get(`/v1/lists/${list_id}/export/estimate`)],
      };
    },
  },
  {
    question: 'Export the best tier of it for at most 500 credits.',
    run: async (desk) => {
      const { list_id } = await listOf(desk, 'Best', 'companies in switzerland using kubernetes');
      const before = await desk.get('/v1/account');
      const { status, credits_charged } = await desk.call('enrich', {
        list_id,
        tier: 'high',
        max_credits: 500,
      });
      const after = await desk.get('/v1/account');
      return {
        answer: [status, credits_charged],
        expected: ['done', before.organization.credit_balance - after.organization.credit_balance],
      };
    },
  },
  {
    question: 'Where are the companies that use Kubernetes?',
    run: async (desk) => {
      const root = condition('technology', 'any_of', ['kubernetes']);
      const { breakdowns } = await desk.call('count_companies', {
        words: 'companies using kubernetes',
        breakdown: ['country'],
      });
      const same = await previewOf(
        desk,
        { registry_version: '2', root },
        { breakdown: ['country'], breakdown_limit: 10 },
      );
      return { answer: breakdowns, expected: same.breakdowns };
    },
  },
  {
    question: 'Which condition loses most companies?',
    run: async (desk) => {
      const root = {
        and: [condition('country', 'any_of', ['DE']), condition('technology', 'any_of', ['kubernetes'])],
      };
      const { funnel } = await desk.call('count_companies', { definition: { root }, funnel: true });
      return {
        answer: funnel,
        expected: (await previewOf(desk, { registry_version: '2', root }, { funnel: true })).funnel,
      };
    },
  },
  {
    question: 'Tell me about this company, and companies like it.',
    run: async (desk) => {
      const { sample } = await desk.call('count_companies', {
        words: 'companies using kubernetes',
        sample: 1,
      });
      const identifier = sample[0].domain;
      const { company, similar } = await desk.call('get_company', {
        identifier,
        include: ['firmographics', 'technologies', 'similar'],
      });
      const same = await desk.get(`/v1/companies/${identifier}?include=firmographics,technologies`);
      const { companies } = await desk.get(`/v1/companies/${identifier}/similar?limit=10`);
      return {
        answer: [company.firmographics, company.technology_count, named(similar)],
        expected: [same.firmographics, same.technologies.length, named(companies)],
      };
    },
  },
  {
    question: 'Which of these rows of our CRM are in the catalogue?',
    run: async (desk) => {
      const { sample } = await desk.call('count_companies', { words: 'companies in germany', sample: 5 });
      const rows = sample.map(({ name, domain }: Body, n: number) =>
        n % 2 ? { name } : { email: `info@${domain}` },
      );
      const { results } = await desk.call('match_companies', { rows });
      const same = await desk.post('/v1/match', { rows });
      const of = ({ company, confidence }: Body) => [company?.name, confidence];
      return { answer: results.map(of), expected: same.results.map(of) };
    },
  },
  {
    question: 'How much do both lists share?',
    run: async (desk) => {
      const one = await listOf(desk, 'One', 'companies in germany');
      const other = await listOf(desk, 'Other', 'companies using kubernetes');
      const sets = [{ list_id: one.list_id }, { list_id: other.list_id }];
      return {
        answer: await desk.call('compare_lists', { sets }),
        expected: await desk.post('/v1/lists/overlap', { sets }),
      };
    },
  },
  {
    question: 'What would it change to leave out small ones?',
    run: async (desk) => {
      const { list_id, definition } = await listOf(desk, 'Larger', 'companies in germany');
      const { root } = definition as { root: object };
      const narrower = { root: { and: [root, { not: condition('employee_range', 'any_of', ['1-10']) }] } };
      const { enter_count, leave_count, saved } = await desk.call('save_list', {
        list_id,
        definition: narrower,
      });
      const same = await desk.post(`/v1/lists/${list_id}/definition/preview`, {
        registry_version: '2',
        ...narrower,
      });
      return {
        answer: [saved, enter_count, leave_count],
        expected: [false, same.added_count, same.removed_count],
      };
    },
  },
  {
    question: 'Why did my list change?',
    run: async (desk) => {
      const { list_id } = await listOf(desk, 'Changing', 'companies using kubernetes');
      await desk.get(`/v1/lists/${list_id}/members`);
      await desk.call('save_list', {
        list_id,
        words: 'companies in germany using kubernetes',
        dry_run: false,
      });
      const { changes } = await desk.call('get_lists', { list_id, include: ['changes'], limit: 10 });
      const { events } = await desk.call('read_events', { list_id });
      const same = await desk.get(`/v1/lists/${list_id}/changes?since=${changes.since}&limit=10`);
      return {
        answer: [changes.total, named(changes.left), events.map(({ type }: Body) => type)],
        expected: [same.total, named(same.left), ['list.definition_changed']],
      };
    },
  },
  {
    question: 'Why is this company in the list?',
    run: async (desk) => {
      const { list_id } = await listOf(desk, 'Explained', 'companies in germany using kubernetes');
      const { members } = await desk.call('get_lists', { list_id, include: ['members'], limit: 1 });
      const company = members.members[0].domain;
      const { explain } = await desk.call('get_lists', { list_id, include: ['explain'], company });
      return { answer: explain, expected: await desk.get(`/v1/lists/${list_id}/explain?company=${company}`) };
    },
  },
  {
    question: 'Which values does the filter have for cloud?',
    run: async (desk) => ({
      answer: (await desk.call('find_filter_values', { search: 'cloud' })).values,
      expected: (await desk.get('/v1/lists/filter-values?search=cloud&limit=20')).values,
    }),
  },
  {
    question: 'Mend a filter with a technology that is spelled wrong.',
    run: async (desk) => {
      const wrong = await desk.call('count_companies', {
        definition: { root: condition('technology', 'any_of', ['kubernets']) },
      });
      const [value] = wrong.errors[0].did_you_mean;
      const root = condition('technology', 'any_of', [value]);
      const { count } = await desk.call('count_companies', { definition: { root } });
      return {
        answer: [wrong.next.tool, count],
        expected: ['find_filter_values', (await previewOf(desk, { registry_version: '2', root })).count],
      };
    },
  },
  {
    question: 'Who are the partners of these three?',
    run: async (desk) => {
      const { sample } = await desk.call('count_companies', { words: 'companies in italy', sample: 3 });
      const domains = sample.map(({ domain }: Body) => domain);
      const quote = await desk.post('/v1/enrich/partnerships/estimate', { domains });
      const { results, credits_charged } = await desk.call('enrich', { domains, max_credits: 3 });
      const same = await desk.post('/v1/enrich/partnerships', { domains });
      const of = ({ domain, partnership_count }: Body) => [domain, partnership_count ?? 0];
      return {
        answer: [credits_charged, results.map(of)],
        expected: [quote.credits_required, same.results.map(of)],
      };
    },
  },
];
