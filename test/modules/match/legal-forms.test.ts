import { describe, expect, it } from '@jest/globals';
import DATA from '../../../src/modules/match/legal-forms.json' with { type: 'json' };
import { compareForms } from '../../../src/modules/match/legal-forms.ts';
import { readName } from '../../../src/modules/match/name.ts';

const formOf = (text: string) => readName(text).form;
const wordsOf = (text: string) => readName(text).spellings.map(({ words }) => words.join(' '));

describe('legal forms', () => {
  it.each([
    ['Acme Inc', 'Acme Corp.'],
    ['Acme Incorporated', 'Acme, Corporation'],
    ['Acme GmbH', 'Acme G.m.b.H.'],
    ['Acme GmbH', 'Acme Gesellschaft mit beschränkter Haftung'],
    ['Acme AG', 'Acme Société Anonyme'],
    ['Acme Pvt. Ltd.', 'Acme Private Limited'],
    ['Acme Pty Ltd', 'ACME LIMITED'],
    ['株式会社アクメ', 'Acme Co., Ltd.'],
    ['アクメ株式会社', 'Acme K.K.'],
    ['Acme KK', 'Acme Inc'],
    ['阿克米股份有限公司', 'Acme Corporation'],
    ['(주)아크메', 'Acme Co., Ltd.'],
    ['ООО «Акме»', 'Acme LLC'],
    ['Акме ООО', 'OOO Acme'],
    ['ПАО Акме', 'Acme PJSC'],
    ['Acme A.Ş.', 'Acme Anonim Şirketi'],
    ['Acme S.A. de C.V.', 'Acme, Sociedad Anónima de Capital Variable'],
    ['PT Acme Tbk', 'PT Acme'],
    ['Acme S.p.A.', 'Acme SpA'],
    ['Acme Ltda.', 'Acme Limitada'],
    ['Acme sp. z o.o.', 'Acme Sp. z.o.o.'],
    ['Acme A/S', 'Acme Aktieselskab'],
  ])('%s and %s are equivalent', (a, b) => {
    expect(compareForms(formOf(a), formOf(b))).toBe('equivalent');
    expect(compareForms(formOf(b), formOf(a))).toBe('equivalent');
  });

  it.each([
    ['Acme GmbH', 'Acme AG'],
    ['Acme Inc', 'Acme AG'],
    ['Acme GmbH', 'Acme GmbH & Co. KG'],
    ['Acme Ltd', 'Acme PLC'],
    ['Acme Ltd', 'Acme Inc'],
    ['Acme LLC', 'Acme Inc'],
    ['Acme S.r.l.', 'Acme S.p.A.'],
    ['Acme BV', 'Acme NV'],
    ['ООО Акме', 'ПАО Акме'],
    ['Acme KK', 'Acme Godo Kaisha'],
  ])('%s and %s are contrary', (a, b) => {
    expect(compareForms(formOf(a), formOf(b))).toBe('contrary');
    expect(compareForms(formOf(b), formOf(a))).toBe('contrary');
  });

  it.each([
    ['Acme', 'Acme GmbH'],
    ['Acme Company', 'Acme GmbH'],
    ['Acme & Co.', 'Acme Inc'],
  ])('%s and %s are not contrary', (a, b) => {
    expect(compareForms(formOf(a), formOf(b))).toBe('missing');
  });

  it('leave the words of the name, in whatever place they stand', () => {
    expect(wordsOf('Acme GmbH & Co. KG')).toEqual(['acme']);
    expect(wordsOf('Acme GmbH Berlin')).toEqual(['acme berlin']);
    expect(wordsOf('PT Acme Niaga Tbk')).toEqual(['acme niaga']);
    expect(wordsOf('Acme Motor Company, Ltd.')).toEqual(['acme motor']);
    expect(wordsOf('有限会社アクメ')).toEqual(['akume']);
  });

  it('are words where they are all of a name, or begin it', () => {
    expect(wordsOf('Limited')).toEqual(['limited']);
    expect(wordsOf('AG')).toEqual(['ag']);
    expect(wordsOf('Limited Acme')).toEqual(['limited acme']);
    expect(wordsOf('SAS Acme')).toEqual(['sas acme']);
    expect(wordsOf('PAO Group Inc')).toEqual(['pao group']);
    expect(wordsOf('Acme BM Co., Ltd.')).toEqual(['acme bm']);
    expect(wordsOf('Acme Trading Corp Ltd')).toEqual(['acme trading']);
  });
});

describe('the data file', () => {
  const TWENTY = 'US CN DE JP IN GB FR IT CA BR RU ES KR AU MX TR ID NL SA CH'.split(' ');

  it('has forms and a source of each of the twenty largest economies', () => {
    const countries = new Set(DATA.forms.flatMap((form) => form.countries.split(' ')));
    const sources = new Set(DATA.sources.map((source) => source.split(':')[0]));
    expect(TWENTY.filter((country) => !countries.has(country) || !sources.has(country))).toEqual([]);
  });

  it('names each group once', () => {
    const groups = DATA.forms.map(({ group }) => group);
    expect(new Set(groups).size).toBe(groups.length);
  });

  it.each(DATA.forms)(
    'has spellings of $group that are read at the end of a name',
    ({ group, spellings }) => {
      const read = spellings.map((spelling) => ({ spelling, ...readName(`Quarles ${spelling}`) }));
      const wrong = read.filter(({ form, keys }) => !form.groups.includes(group) || keys[0] !== 'quarles');
      expect(wrong.map(({ spelling }) => spelling)).toEqual([]);
    },
  );

  it.each(DATA.leading)('has %s, which is read at the beginning of a name', (spelling) => {
    expect(readName(`${spelling} Quarles`)).toMatchObject({ keys: ['quarles'] });
  });
});
