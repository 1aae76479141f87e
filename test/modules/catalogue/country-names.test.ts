import { describe, expect, it } from '@jest/globals';
import { COUNTRY_CODES, findCountry } from '../../../src/modules/catalogue/countries.ts';

describe('findCountry', () => {
  it.each([
    ['GB', ['gb', 'GBR', 'UK', 'U.K.', 'United Kingdom', 'united  kingdom', 'Great Britain', 'England']],
    ['US', ['us', 'USA', 'U.S.', 'U.S.A.', 'United States', 'The United States of America']],
    ['DE', ['DEU', 'Germany', 'Deutschland', 'GERMANY', 'Allemagne', 'Alemania']],
    ['CH', ['Switzerland', 'Schweiz', 'Suisse', 'Svizzera', 'che']],
    ['JP', ['Japan', '日本', 'JPN']],
    ['GR', ['Greece', 'Ελλάδα', 'ΕΛΛΑΔΑ', 'GRC']],
    ['KR', ['South Korea', 'Korea, Republic of', 'Korea, South', 'Korea (South)', 'KOR']],
    ['CD', ['DRC', 'Congo, The Democratic Republic of the', 'Congo (DRC)']],
    ['CI', ["Côte d'Ivoire", 'Cote d’Ivoire', 'Ivory Coast']],
    ['NL', ['Netherlands', 'The Netherlands', 'Nederland', 'Holland']],
    ['TR', ['Turkey', 'Türkiye', 'Turkiye']],
    ['CZ', ['Czechia', 'Czech Republic', 'Česko']],
    ['BA', ['Bosnia & Herzegovina', 'Bosnia and Herzegovina']],
    ['LC', ['St. Lucia', 'Saint Lucia', 'St Lucia']],
    ['VG', ['British Virgin Islands', 'Virgin Islands, British', 'Virgin Islands (British)']],
    ['MM', ['Myanmar', 'Burma', 'Myanmar (Burma)']],
    ['HK', ['Hong Kong', 'HKG', 'Hong Kong SAR China']],
    ['RU', ['Russia', 'Russian Federation', 'Россия']],
    ['ES', ['Spain', 'España', 'Espana']],
    ['TW', ['Taiwan', 'Taiwan, Province of China']],
    ['MD', ['Moldova', 'Moldova, Republic of']],
    ['FM', ['Micronesia', 'Micronesia, Federated States of']],
  ])('finds %s by %j', (code, names) => {
    expect(names.map(findCountry)).toEqual(names.map(() => code));
  });

  it.each([
    'Korea',
    'Congo',
    'Atlantis',
    '',
    ' ',
    'EU',
    'Europe',
    'California',
    'Georgia, USA',
    'XX',
    'n/a',
    '-',
  ])('finds none by %j', (text) => {
    expect(findCountry(text)).toBeUndefined();
  });

  it('reads back the English name of every country', () => {
    const names = new Intl.DisplayNames(['en'], { type: 'region' });
    const codes = [...COUNTRY_CODES];
    expect(codes.map((code) => findCountry(names.of(code) ?? ''))).toEqual(codes);
  });
});
