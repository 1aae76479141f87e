import { beforeEach, expect, test } from '@jest/globals';
import { rebuildIndex } from '../../../src/modules/filters/facet-index.ts';
import { expectAccessible } from '../../harness/browser/accessible.ts';
import { describeInBrowser } from '../../harness/browser.ts';
import { seedCompany } from '../../harness/seed.ts';
import { expectSoon } from '../../harness/soon.ts';
import { cellsOf, countryIs, definitionOf, dialogOf, serveConsole } from '../fixture.ts';

const HOSTILE = '<script>alert(1)</script> \u202eevil';

const app = serveConsole({
  async seed({ database: { pool } }) {
    for (const [slug, name, country] of [
      ['alpha', 'ALPHA', 'DE'],
      ['beta', 'BETA', 'DE'],
      ['gamma', 'GAMMA', 'AT'],
      ['delta', 'DELTA', 'CH'],
      ['hostile', HOSTILE, 'AT'],
    ] as const)
      await seedCompany(pool, { name, slug, domains: [`${slug}.example`], country });
    await rebuildIndex(pool);
  },
});
const { rest } = app;
/** A list of the two German companies, new for each test. */
let listId: number;

beforeEach(async () => {
  listId = await app.createList(countryIs('DE'), HOSTILE);
});

const open = (tab: string) => app.openPage(`/app/lists/${listId}/${tab}`);

const save = (...countries: string[]) =>
  rest()
    .put(`/v1/lists/${listId}/definition`, countryIs(...countries))
    .expect(200);
const readMembers = async () => {
  const { body } = await rest().get(`/v1/lists/${listId}/members`).expect(200);
  return body;
};

describeInBrowser('the tabs of a list', () => {
  test('what differs by hand is said with its numbers in the header and the builder, and leads to the domains', async () => {
    await rest()
      .post(`/v1/lists/${listId}/domains`, { domains: ['delta.example', 'gamma.example'] })
      .expect(200);
    await rest()
      .post(`/v1/lists/${listId}/excluded-domains`, { domains: ['alpha.example'] })
      .expect(200);
    const said = '+2 added, 1 excluded by hand';
    const page = await open('');
    await page.getByRole('link', { name: said }).click();
    await page.waitForURL(`**/app/lists/${listId}?domains=true`);
    await dialogOf(page).getByRole('heading', { name: 'Added by hand (2)' }).waitFor();
    await expectAccessible(page);
    await page.goto(`${app.service.url}/app/lists/${listId}/edit`);
    await page.getByText(`The members of the list can differ from these matches: ${said}`).waitFor();
    await expectAccessible(page);
  });

  test('companies: an empty list says what to do, and its filter what else while it is open', async () => {
    listId = await app.createList(definitionOf(null), 'Nothing yet');
    let page = await open('');
    await page.getByText('Give it a filter, or add domains by hand.').waitFor();
    await page.getByRole('link', { name: 'Edit the filter' }).click();
    await page.getByText('Add a condition to the filter: what the companies have in common').waitFor();
    expect(await page.getByRole('link', { name: 'Edit the filter' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Add domains' }).waitFor();
    listId = await app.createList(countryIs('FR'), 'Nothing left');
    page = await open('edit');
    await page.getByText('Remove a condition of the filter, or add a value to one.').waitFor();
    expect(await page.getByRole('link', { name: 'Edit the filter' }).count()).toBe(0);
  });

  test('changes: shows who entered and left as the API does, and says what to do before there is a comparison', async () => {
    await readMembers();
    const page = await open('changes');
    await page.getByText('The members were computed once so far').waitFor();
    const { body } = await rest().get(`/v1/lists/${listId}/materializations`).expect(200);
    app.service.clock.advance({ hours: 1 });
    await save('AT', 'CH');
    await readMembers();
    await page.reload();
    const entered = page.getByRole('table', { name: 'Companies that entered' });
    await entered.waitFor();
    const since = body.materializations[0].materialization_id;
    const changes = await rest().get(`/v1/lists/${listId}/changes?since=${since}`).expect(200);
    const shown = (await cellsOf(page, 'Companies that entered')).map(([, domain]) => domain);
    const expected = changes.body.entered.map((each: { primary_domain: string }) => each.primary_domain);
    expect(shown).toEqual(['gamma.example', 'delta.example', 'hostile.example']);
    expect(shown).toEqual(expected);
    await page.getByText('Left 2').click();
    // The table appears before its rows.
    await page
      .getByRole('table', { name: 'Companies that left' })
      .getByRole('link', { name: 'ALPHA' })
      .waitFor();
    expect(await cellsOf(page, 'Companies that left')).toEqual([
      ['ALPHA', 'alpha.example', 'High', 'Why?'],
      ['BETA', 'beta.example', 'High', 'Why?'],
    ]);
    await expectAccessible(page);
  });

  test('domains: gives a verdict on each line of a hostile paste before and after it is sent', async () => {
    await rest().post(`/v1/lists/${listId}/domains`, { domains: ['alpha.example'] });
    await rest().post(`/v1/lists/${listId}/excluded-domains`, { domains: ['beta.example'] });
    const page = await open('domains');
    const paste = `https://www.gamma.example/x?y\njane@nobody.example, 192.0.2.1\nalpha.example\nbeta.example\n${HOSTILE}\nGAMMA.example.`;
    await page.getByRole('textbox', { name: 'Domains' }).fill(paste);
    const notHost = 'Not a domain: A domain cannot contain blanks.';
    const readVerdicts = async () =>
      (await cellsOf(page, 'Verdict for each line')).map(([, domain, verdict]) => [domain, verdict]);
    // The domains of the list and the companies are two answers.
    await expectSoon(readVerdicts, [
      ['gamma.example', 'Will be addedGAMMA'],
      ['nobody.example', 'Not tracked yet: becomes a member when the catalogue knows it'],
      ['', 'Not a domain: An IP address is not a domain.'],
      ['alpha.example', 'Already there'],
      ['beta.example', 'Excluded before: adding lifts the exclusionBETA'],
      ['', notHost],
    ]);
    await page.getByRole('button', { name: 'Add 3 domains' }).click();
    await page.getByText('Added: 3.').waitFor();
    const after = await cellsOf(page, 'Result for each line');
    expect(after.map(([, , verdict]) => verdict)).toEqual([
      'Added',
      'Added. Not tracked yet: becomes a member when the catalogue knows it',
      'Not a domain: An IP address is not a domain.',
      'Already there',
      'Added',
      notHost,
    ]);
    const { body } = await rest().get(`/v1/lists/${listId}/domains`).expect(200);
    const added = body.domains.map(({ domain }: { domain: string }) => domain).sort();
    expect(added).toEqual(['alpha.example', 'beta.example', 'gamma.example', 'nobody.example']);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Remove nobody.example' }).click();
    await page.getByRole('heading', { name: 'Added by hand (3)' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { name: 'Added by hand (4)' }).waitFor();
  });

  test('domains: a paste waits when Escape closes its drawer, until it is sent', async () => {
    const page = await open('domains');
    const domains = page.getByRole('textbox', { name: 'Domains' });
    await page.getByText('Exclude from the list').click();
    await domains.fill('gamma.example\nnot a domain');
    await page.keyboard.press('Escape');
    await dialogOf(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Add or exclude domains' }).click();
    await expectSoon(() => domains.inputValue(), 'gamma.example\nnot a domain');
    await page.getByRole('button', { name: 'Exclude 1 domain' }).click();
    await page.getByText('Excluded: 1.').waitFor();
    await page.keyboard.press('Escape');
    await dialogOf(page).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Add or exclude domains' }).click();
    await page.getByRole('heading', { name: 'Excluded by hand (1)' }).waitFor();
    expect(await domains.inputValue()).toBe('');
  });

  test('history: says how versions differ, and restoring one makes a new version', async () => {
    await save('AT');
    const page = await open('history');
    const comparison = page.getByRole('list', { name: 'Comparison' });
    await expectSoon(
      () => comparison.getByRole('listitem').allTextContents(),
      ['Changedcountry is Germany → country is Austria'],
    );
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Restore version 1' }).click();
    const dialog = dialogOf(page);
    await dialog.getByText('2 companies leave').waitFor();
    expect(await dialog.getByRole('link').allTextContents()).toEqual([
      'ALPHA',
      'BETA',
      'GAMMA',
      '<script>alert(1)</script> \u2426evil',
    ]);
    await dialog.getByRole('button', { name: 'Restore version 1' }).click();
    await page.getByText('Restored as version 3.').waitFor();
    const { body } = await rest().get(`/v1/lists/${listId}`).expect(200);
    expect([body.definition_version, body.definition]).toEqual([3, countryIs('DE')]);
  });

  test('history: restores nothing when somebody else saved meanwhile, and says so', async () => {
    await save('AT');
    const page = await open('history');
    await page.getByRole('button', { name: 'Restore version 1' }).click();
    const dialog = dialogOf(page);
    await dialog.getByText('as version 3').waitFor();
    await save('CH');
    await dialog.getByRole('button', { name: 'Restore version 1' }).click();
    await dialog.getByText('version 3 is current now. Nothing was restored.').waitFor();
    const { body } = await rest().get(`/v1/lists/${listId}`).expect(200);
    expect([body.definition_version, body.definition]).toEqual([3, countryIs('CH')]);
    await dialog.getByText('as version 4').waitFor();
  });

  test('activity: tells every event of the audit log, with hostile names as text', async () => {
    await save('AT');
    await rest().post(`/v1/lists/${listId}/domains`, { domains: ['alpha.example'] });
    const page = await open('activity');
    await page.getByText('added 1 domain').waitFor();
    const rows = await cellsOf(page, 'Activity');
    expect(rows.map(([, who, what]) => `${who} ${what}`)).toEqual([
      'Ada added 1 domain: alpha.example',
      'Ada saved version 2 of the filter',
      'Ada created the list as “<script>alert(1)</script> \u2426evil”',
    ]);
    await expectAccessible(page);
  });
});
