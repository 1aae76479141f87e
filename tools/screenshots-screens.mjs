// Screens that `npm run screenshots` takes, in this order. A row has
//   name      of its pictures: docs/images/console-NAME-light.png and -dark.png
//   path      address at which it opens, signed in as Ada of the demo
//   prepare   optional steps until it looks as it should: (page, { url, key }) => Promise
//   play      optional, for an animation: (page, show) => Promise, where show(ms) takes a frame that is shown so long
//   viewport  optional size in CSS pixels; by default 1280 x 800

const condition = (field, operator, ...values) => ({ condition: { field, operator, values } });

/** The question of the demo's fourth command, with a group. */
const DEFINITION = {
  registry_version: '1',
  root: {
    and: [
      condition('industry', 'any_of', 'Software'),
      condition('country', 'any_of', 'DE', 'AT', 'CH'),
      condition('technology', 'any_of', 'kubernetes'),
      { not: condition('partner', 'any_of', 'aws.example') },
      { or: [condition('founded_year', 'gte', 2010), condition('employee_range', 'any_of', '51-200')] },
    ],
  },
};
const LIST = 'Software in DACH with Kubernetes';

async function call({ url, key }, path, body) {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
  const method = body === undefined ? 'GET' : 'POST';
  const response = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** Returns the id of the list of the pictures, which is created once. */
async function listId(demo) {
  const { lists } = await call(demo, '/v1/lists');
  const list = lists.find(({ name }) => name === LIST);
  return list?.list_id ?? (await call(demo, '/v1/lists', { name: LIST, definition: DEFINITION })).list_id;
}

/** Pastes a text into the page, outside of its fields. */
const paste = (page, text) =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.body.dispatchEvent(event);
  }, text);

/** Opens the builder without a draft, and pastes the question. */
async function showBuilder(page, demo) {
  const { drafts } = await call(demo, '/v1/drafts');
  for (const { draft_id: id } of drafts) {
    await fetch(`${demo.url}/v1/drafts/${id}`, { method: 'DELETE', headers: { 'X-API-Key': demo.key } });
  }
  await page.goto(`${demo.url}/app/build`);
  await page.getByRole('heading', { name: 'Start with one condition' }).waitFor();
  await paste(page, JSON.stringify(DEFINITION));
  await page.getByRole('heading', { name: 'Matches' }).waitFor();
  await page.getByText('The pasted filter is loaded.').waitFor({ state: 'hidden', timeout: 20_000 });
}

/** Types the sentence of the home page. A frame for each word, and longer ones where the numbers have come. */
async function typeSentence(page, show) {
  const parts = [
    'software companies',
    'in germany',
    'using kubernetes,',
    'not partner of aws,',
    '51-500 employees',
  ];
  await page.getByText('companies in the catalogue').waitFor();
  await show(1_200);
  for (const part of parts) {
    for (const word of part.split(' ')) {
      await page.keyboard.type(`${word} `);
      await show(180);
    }
    await page.waitForTimeout(1_200);
    await show(900);
  }
  await show(2_500);
}

export const SCREENS = [
  { name: 'sentence', path: '/app', play: typeSentence, viewport: { width: 1100, height: 640 } },
  { name: 'builder', path: '/app/lists', prepare: showBuilder },
  { name: 'builder-phone', path: '/app/lists', prepare: showBuilder, viewport: { width: 390, height: 844 } },
  {
    name: 'list',
    path: '/app/lists',
    async prepare(page, demo) {
      await page.goto(`${demo.url}/app/lists/${await listId(demo)}`);
      await page.getByRole('table').first().waitFor();
      await page.waitForTimeout(1_000);
    },
  },
  {
    name: 'company',
    path: '/app/companies',
    async prepare(page, demo) {
      const { members } = await call(demo, `/v1/lists/${await listId(demo)}/members?limit=1`);
      await page.goto(`${demo.url}/app/companies/${members[0].slug}`);
      await page.getByRole('heading', { name: 'Technologies' }).waitFor();
      await page.waitForTimeout(1_000);
    },
  },
  {
    name: 'files',
    path: '/app/files',
    async prepare(page, demo) {
      const { members } = await call(demo, `/v1/lists/${await listId(demo)}/members?limit=6`);
      const lines = members.map(({ name, primary_domain: domain }, index) => (index % 2 ? domain : name));
      await page.getByLabel('Companies', { exact: true }).fill(lines.join('\n'));
      await page.getByRole('button', { name: 'Upload and match' }).click();
      await page.getByRole('table', { name: 'Rows of the file' }).waitFor();
    },
  },
  {
    name: 'overlap',
    path: '/app/insight/overlap',
    async prepare(page, demo) {
      const id = await listId(demo);
      const others = [
        [
          'Software in Germany',
          { and: [condition('industry', 'any_of', 'Software'), condition('country', 'any_of', 'DE')] },
        ],
        ['Docker users', condition('technology', 'any_of', 'docker')],
        ['Kubernetes users', condition('technology', 'any_of', 'kubernetes')],
        [
          'Banks in DACH',
          {
            and: [
              condition('industry', 'any_of', 'Banking'),
              condition('country', 'any_of', 'DE', 'AT', 'CH'),
            ],
          },
        ],
      ];
      const { lists } = await call(demo, '/v1/lists');
      const ids = [id];
      for (const [name, root] of others) {
        const definition = { registry_version: '1', root };
        const list =
          lists.find((each) => each.name === name) ?? (await call(demo, '/v1/lists', { name, definition }));
        ids.push(list.list_id);
      }
      await page.goto(`${demo.url}/app/insight/overlap?lists=${JSON.stringify(ids)}`);
      await page.getByRole('table', { name: 'Companies in both lists' }).waitFor();
    },
  },
  {
    name: 'rule',
    path: '/app/insight/rule',
    async prepare(page, demo) {
      const { members } = await call(demo, `/v1/lists/${await listId(demo)}/members?limit=12`);
      await page
        .getByLabel('Customers', { exact: true })
        .fill(members.map((each) => each.primary_domain).join('\n'));
      await page.getByRole('heading', { name: 'The rule', exact: true }).waitFor();
    },
  },
  {
    name: 'moves',
    path: '/app/insight/moves',
    prepare: (page) => page.getByRole('table', { name: 'Companies that moved' }).waitFor(),
  },
  {
    name: 'keys',
    path: '/app/settings/keys',
    prepare: (page) => page.getByRole('table').first().waitFor(),
  },
];
