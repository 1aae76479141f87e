import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { initialsOf, readName } from '../../../src/modules/match/name.ts';

const spellingsOf = (text: string) => readName(text).spellings.map(({ words }) => words.join(' '));

describe('the words of a name', () => {
  it.each([
    ['  ACME   Foods  ', ['acme foods']],
    ['Café “Zürich”', ['cafe zurich', 'cafe zuerich']],
    ['Ｆｕｊｉｍｏｒｉ', ['fujimori']],
    ["O'Malley’s Pub", ['o malleys pub']],
    ["L'Air Frais", ['l air frais']],
    ['Salt & Stone', ['salt stone']],
    ['Salt+Stone', ['salt stone']],
    ['The Silver and Gold', ['silver gold']],
    ['A.B.C. Kilnworks', ['abc kilnworks']],
    ['J. P. Quill', ['jp quill']],
    ['H&K', ['hk']],
    ['QT&T', ['qtt']],
    ['Q&G Foods', ['qg foods']],
    ['Seven Pines', ['7 pines']],
    ['Studio Acht', ['studio 8']],
    ['1st Harbour', ['first harbour']],
    ['Grovemont.com', ['grovemont com']],
    ['Nimbus™ ® ©', ['nimbus']],
    ['Rocket 🚀 Labs', ['rocket labs']],
    ['The The', ['the the']],
    ['Æther Øl', ['aether ol', 'aether oel']],
    ['Straße', ['strasse']],
    ['Yıldırım Çay', ['yildirim cay']],
  ])('%s', (text, spellings) => {
    expect(spellingsOf(text)).toEqual(spellings);
  });

  it.each([
    ['Щедрый Ёж', ['shchedryy yozh', 'sedryj ez']],
    ['Евразия Хлеб', ['yevraziya khleb', 'evrazia hleb']],
    ['Київ Юнгівський', ['kyiv yunhivskyi', 'kiiv ungivskij']],
    ['Търговия Объект', ['targoviya obyekt', 'trgovia obekt']],
    ['Фениксия', ['feniksiya', 'feniksia', 'fenixiya']],
    ['Αιγαίο Ψυχή', ['aigaio psychi']],
    ['Ευρώ Μπάλα', ['evro bala', 'eyro mpala']],
    ['アオバ', ['aoba']],
    ['한빛', ['hanbich']],
    ['云帆', ['yunfan']],
  ])('%s by the standards of its script', (text, spellings) => {
    expect(spellingsOf(text)).toEqual(spellings);
    expect(readName(text).isTransliterated).toBe(true);
  });

  it('of Latin letters count as they are written', () => {
    for (const text of ['Acme', 'Žižkov', 'Łódź 12', 'Đà Nẵng'])
      expect(readName(text).isTransliterated).toBe(false);
  });

  it('have one key, however they are joined', () => {
    const keys = ['Snow Ridge', 'SnowRidge', 'Snow-Ridge', 'snow/ridge', 'SNOW. RIDGE'].map(
      (text) => readName(text).keys,
    );
    expect(new Set(keys.flat())).toEqual(new Set(['snowridge']));
  });

  it('have initials', () => {
    expect(initialsOf(['acme', 'rail', 'works'])).toBe('arw');
  });
});

describe('a text without letters', () => {
  it.each(['', ' ', '-', '🍎🍏', '\u0301\u0301', '\u202e', '&', '™'])('%j has no spelling', (text) => {
    expect(readName(text)).toEqual({
      spellings: [],
      form: { text: '', groups: [], translates: [] },
      keys: [],
      isTransliterated: false,
    });
  });
});

describe('any text', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.lorem(),
  );

  it('is read as words of ASCII, of a bounded number and length, whose key they are', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { spellings, keys } = readName(text);
        expect(spellings.length).toBeLessThanOrEqual(3);
        expect(keys).toEqual(spellings.map(({ key }) => key));
        for (const { words, key } of spellings) {
          expect(words.length).toBeLessThanOrEqual(16);
          expect(key).toMatch(/^[a-z0-9]{1,200}$/);
          expect(words.join('').slice(0, 200)).toBe(key);
        }
      }),
    );
  });

  it('is read the same in any case and normalization form', () => {
    fc.assert(
      fc.property(texts, (text) => {
        // Lower case is not always the inverse of upper case: `ß` is `SS`.
        fc.pre(text.length <= 100 && text.toUpperCase().toLowerCase() === text.toLowerCase());
        expect(readName(text.toUpperCase())).toEqual(readName(text));
        expect(readName(text.normalize('NFC'))).toEqual(readName(text.normalize('NFD')));
      }),
      // In one form, the arrow is a character of its own.
      { examples: [['𝚨↮⻳']] },
    );
  });

  it('has spellings that are read as themselves', () => {
    fc.assert(
      fc.property(fc.lorem({ maxCount: 4 }), fc.constantFrom('GmbH', 'Inc.', 'A.Ş.', ''), (words, form) => {
        const [first] = readName(`${words} ${form}`).spellings;
        expect(readName(first?.words.join(' ') ?? '').keys).toEqual([first?.key]);
      }),
    );
  });

  it.each([
    ['10,000 letters', 'a'.repeat(10_000)],
    ['10,000 combining marks', `a${'\u0301\u0327'.repeat(5000)}`],
    ['5,000 words', 'b c '.repeat(5000)],
    ['5,000 legal forms', 'GmbH '.repeat(5000)],
    ['ideographs', '株式会社'.repeat(2500)],
    ['right-to-left text', '\u202eשלום'.repeat(2000)],
    ['emoji of several code points', '👩‍👩‍👧‍👦'.repeat(1000)],
    ['half a surrogate pair', '\ud83d'.repeat(5000)],
    ['ligatures that expand', '\ufdfa'.repeat(5000)],
  ])('of %s costs no more than its beginning', (_, text) => {
    expect(readName(text)).toEqual(readName(text.slice(0, 200)));
  });
});
