import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { extentOf, nextCountry, PLACES, stepOf, WORLD } from '../../console/src/ui/values/country-places.ts';
import tiles from '../../console/src/ui/values/country-tiles.json' with { type: 'json' };
import { rebuildIndex } from '../../src/modules/filters/facet-index.ts';
import { expectAccessible } from '../harness/browser/accessible.ts';
import { describeInBrowser } from '../harness/browser.ts';
import { seedCompany } from '../harness/seed.ts';
import type { TestService } from '../harness/service.ts';
import { linkTo, serveBuilder, waitForRoot, waitForTotal } from './builder/service.ts';
import { condition, definitionOf, SMALL, turnDark } from './fixture.ts';

/** Members and observers of the United Nations, Taiwan and Kosovo. */
const COUNTRIES =
  'AF AL DZ AD AO AG AR AM AU AT AZ BS BH BD BB BY BE BZ BJ BT BO BA BW BR BN BG BF BI CV KH CM CA CF TD CL CN CO KM CG CD CR CI HR CU CY CZ DK DJ DM DO EC EG SV GQ ER EE SZ ET FJ FI FR GA GM GE DE GH GR GD GT GN GW GY HT HN HU IS IN ID IR IQ IE IL IT JM JP JO KZ KE KI KP KR KW KG LA LV LB LS LR LY LI LT LU MG MW MY MV ML MT MH MR MU MX FM MD MC MN ME MA MZ MM NA NR NP NL NZ NI NE NG MK NO OM PK PW PA PG PY PE PH PL PT QA RO RU RW KN LC VC WS SM ST SA SN RS SC SL SG SK SI SB SO ZA SS ES LK SD SR SE CH SY TJ TZ TH TL TG TO TT TN TR TM TV UG UA AE GB US UY UZ VU VE VN YE ZM ZW VA PS XK TW';
/** Land borders and straits. Those of Russia and China, which are one tile each, are farther away than others. */
const NEIGHBOURS =
  'US-CA US-MX MX-GT GT-BZ GT-SV HN-NI NI-CR CR-PA PA-CO CO-VE CO-EC EC-PE PE-BO PE-CL BO-AR AR-CL AR-UY BR-PY BR-GY BR-VE BR-UY BR-AR GY-SR HT-DO PT-ES ES-FR FR-BE FR-DE FR-CH FR-IT BE-NL NL-DE DE-DK DE-PL DE-CZ DE-AT DE-CH AT-IT AT-HU CZ-SK SK-HU HU-RO RO-BG BG-GR GR-TR GR-AL AL-ME HR-BA HR-SI RS-XK RS-MK PL-UA PL-BY PL-LT LT-LV LV-EE NO-SE SE-FI EE-RU BY-RU UA-RU UA-MD RO-MD GB-IE GB-FR TR-SY TR-GE TR-IR SY-IQ SY-LB SY-JO IL-EG IL-LB IL-JO JO-SA SA-IQ SA-KW SA-YE SA-AE SA-OM YE-OM IQ-IR IR-PK IR-AF IR-TM KZ-RU KZ-UZ KZ-KG UZ-TM UZ-TJ TJ-AF TJ-CN AF-PK PK-IN IN-NP IN-BD IN-MM IN-CN IN-LK CN-MN CN-KP CN-KR KP-KR KR-JP CN-HK CN-MO MM-TH TH-LA TH-KH TH-MY LA-VN KH-VN MY-SG MY-ID ID-TL ID-PG ID-AU AU-NZ MA-DZ DZ-TN TN-LY LY-EG EG-SD DZ-ML DZ-NE LY-TD MA-MR MR-ML ML-NE NE-TD TD-SD NE-NG NG-CM NG-BJ BJ-TG TG-GH GH-CI CI-LR LR-SL SL-GN GN-SN SN-GM GW-SN BF-ML SD-ET SD-SS SS-UG ET-ER ET-DJ ET-SO ET-KE KE-SO KE-UG KE-TZ TZ-UG TZ-RW TZ-BI TZ-MZ TZ-MW TZ-ZM CD-CG CD-UG CD-AO CD-ZM AO-NA NA-BW NA-ZA BW-ZA BW-ZW ZW-ZM ZW-MZ MZ-ZA ZA-LS ZA-SZ MW-MZ CM-CF CM-GA GA-CG CF-TD MZ-MG';

const placeOf = (code = '') => PLACES.get(code) ?? [Number.NaN, Number.NaN];

describe('the tiles of countries', () => {
  test('are complete, and no two are at the same place', () => {
    expect(COUNTRIES.split(' ').filter((code) => !PLACES.has(code))).toEqual([]);
    expect(new Set(Object.values(tiles).map(String)).size).toBe(PLACES.size);
    const all = [...PLACES.values()];
    expect(Math.max(...all.map(([column]) => column))).toBe(25);
    expect(Math.max(...all.map(([, row]) => row))).toBe(17);
  });

  test('of neighbours are at most two tiles apart', () => {
    const far = NEIGHBOURS.split(' ').filter((pair) => {
      const [a, b] = pair.split('-').map(placeOf);
      return !a || !b || !(Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1])) <= 2);
    });
    expect(far).toEqual([]);
  });

  test('lie as the world does', () => {
    const columns = ['US', 'GB', 'DE', 'UA', 'IN', 'CN', 'JP'].map((code) => placeOf(code)[0]);
    expect(columns).toEqual(columns.toSorted((a, b) => a - b));
    const rows = ['NO', 'DE', 'IT', 'EG', 'ET', 'KE', 'ZA'].map((code) => placeOf(code)[1]);
    expect(rows).toEqual(rows.toSorted((a, b) => a - b));
  });

  test.each([
    [0, 1],
    [0.0099, 1],
    [0.01, 2],
    [0.02, 3],
    [0.05, 4],
    [0.1, 5],
    [1, 5],
  ])('of a share of %f have the shade %i', (share, step) => {
    expect(stepOf(share)).toBe(step);
  });

  test('take a part of the map that has all of them and no more', () => {
    expect(WORLD).toEqual({ column: 0, row: 0, columns: 26, rows: 18 });
    expect(extentOf(['DE', 'AT', 'FR'])).toEqual({ column: 9, row: 3, columns: 3, rows: 2 });
  });

  test('lead by arrow keys to the nearest country in a direction', () => {
    const codes = ['US', 'DE', 'AT', 'FR', 'JP'];
    expect(nextCountry(codes, 'DE', 'ArrowDown')).toBe('AT');
    expect(nextCountry(codes, 'AT', 'ArrowLeft')).toBe('FR');
    expect(nextCountry(codes, 'FR', 'ArrowLeft')).toBe('US');
    expect(nextCountry(codes, 'AT', 'ArrowRight')).toBe('JP');
    expect(nextCountry(codes, 'US', 'ArrowLeft')).toBeUndefined();
    expect(nextCountry(codes, 'DE', 'Enter')).toBeUndefined();
  });
});

/** Companies by country: Germany has most of them, and AX (Åland) has no tile. */
const COUNTS = { DE: 12, AT: 2, FR: 1, US: 4, AX: 1 };
const MEMBERS = Object.values(COUNTS).reduce((sum, count) => sum + count, 0);
const EVERY = condition('partnership_count', 'gte', 0);

async function seed({ database: { pool } }: TestService): Promise<void> {
  for (const [country, count] of Object.entries(COUNTS))
    for (let index = 0; index < count; index += 1) {
      const slug = `${country.toLowerCase()}-${index}`;
      await seedCompany(pool, { name: slug, slug, domains: [`${slug}.example`], country });
    }
  await rebuildIndex(pool);
}

const app = serveBuilder(seed);
const mapOf = (page: Page) => page.getByRole('group', { name: /as a map/ });
const tile = (page: Page, name: string) => mapOf(page).locator(`[aria-label*=", ${name}: "]`);

describeInBrowser('the map of countries', () => {
  test('is chosen in the builder, which keeps the choice; tiles add conditions', async () => {
    const { page } = await app.openBuilder(`/app/build${linkTo(EVERY)}`, {
      viewport: { width: 1440, height: 900 },
    });
    await waitForTotal(page, MEMBERS);
    await page.getByText('Map', { exact: true }).click();
    const germany = tile(page, 'Germany');
    await germany.waitFor();
    expect(await germany.getAttribute('aria-label')).toBe('DE, Germany: 12 · 60%: add this condition');
    expect(await germany.innerText()).toBe('DE');
    expect(await germany.getAttribute('data-step')).toBe('5');
    expect(await tile(page, 'France').getAttribute('data-step')).toBe('4');
    await page.getByText('Not on the map:').getByRole('button', { name: 'Åland Islands 1' }).waitFor();
    // One stop for Tab, from which arrow keys lead on. The name and the number follow the focus, and the pointer.
    expect(await mapOf(page).locator('[tabindex="0"]').count()).toBe(1);
    await germany.focus();
    await page.keyboard.press('ArrowDown');
    await mapOf(page).getByText('2 · 10%').waitFor();
    expect(await tile(page, 'Austria').evaluate((each) => each === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await mapOf(page).getByText('2 · 10%').waitFor({ state: 'detached' });
    await tile(page, 'United States').hover();
    await mapOf(page).getByText('4 · 20%').waitFor();
    await expectAccessible(page);
    await page.reload();
    await tile(page, 'Austria').click({ modifiers: ['Alt'] });
    await waitForRoot(page, { and: [EVERY, condition('country', 'none_of', 'AT')] });
    await tile(page, 'Germany').focus();
    await page.keyboard.press('Enter');
    await waitForRoot(page, {
      and: [EVERY, condition('country', 'none_of', 'AT'), condition('country', 'any_of', 'DE')],
    });
  });

  test('is accessible in the dark as well, and a phone has bars alone', async () => {
    const listId = await app.createList(definitionOf(EVERY), 'All');
    const wide = { width: 1440, height: 900 };
    const { page } = await app.open(`/app/lists/${listId}`, { viewport: wide });
    await page.getByText('Map', { exact: true }).click();
    await tile(page, 'Germany').waitFor();
    await turnDark(page, wide);
    await expectAccessible(page);
    await page.setViewportSize(SMALL);
    await mapOf(page).waitFor({ state: 'detached' });
    await page.getByText('Numbers', { exact: true }).click();
    await page.getByRole('list', { name: 'Matches by Country' }).waitFor();
    expect(await page.getByText('Map', { exact: true }).count()).toBe(0);
  });
});
