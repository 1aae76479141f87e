import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readListText } from '../../../src/modules/import/formats/cells.ts';

const texts = fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 6 });

describe('readListText', () => {
  it.each([
    ['{a,"b c"}', ['a', 'b c']],
    ['{"Fund, One",Two}', ['Fund, One', 'Two']],
    ['{ a , b }', ['a', 'b']],
    ['{"say \\"hi\\"","back\\\\slash"}', ['say "hi"', 'back\\slash']],
    ['{a,NULL,null,"NULL"}', ['a', 'NULL']],
    ['{}', []],
    ['[0:1]={a,b}', ['a', 'b']],
    ['["a","b, c"]', ['a', 'b, c']],
    ['[ "a" , null, 7 ]', ['a', '7']],
    ['["\\u00e9"]', ['é']],
    ['[]', []],
    [`['a', 'b c']`, ['a', 'b c']],
    [`['it\\'s', "it's", None]`, ["it's", "it's"]],
    [`['caf\\xe9', 'x\\u0301']`, ['café', 'x\u0301']],
    [`['a', ]`, undefined],
    [`{'a', 'b'}`, ['a', 'b']],
    ['a|b', ['a', 'b']],
    ['a; b ;;c', ['a', 'b', 'c']],
    ['A|B; C', ['A|B', 'C']],
    ['Orvane Capital', ['Orvane Capital']],
    ['Curly {Braces} Fund', ['Curly {Braces} Fund']],
    ['Fund [EU]', ['Fund [EU]']],
  ])('reads %s', (text, entries) => {
    expect(readListText(text).entries).toEqual(entries);
  });

  it.each([
    ['{a,b', 'its "}" is missing'],
    ['{', 'its "}" is missing'],
    ['{"a', 'a quote is not closed'],
    ['{{a},{b}}', 'its lists are nested'],
    ['[["a"]]', 'its lists are nested'],
    ['[{"a":1}]', 'its lists are nested'],
    ['{a,,b}', 'entry 2 is empty'],
    ['{a} Capital', 'text follows its "}"'],
    ['["a"', 'its "]" is missing'],
    ['["a" "b"]', 'text follows the quotes of an entry, at character 6'],
    ['[a, b]', 'entry 1 has no quotes'],
    ['{a"b}', 'entry 1 has a " outside of quotes'],
  ])('tells why %s is none', (text, fault) => {
    expect(readListText(text)).toEqual({ fault });
  });

  it('gives back what PostgreSQL writes', () => {
    const write = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;
    fc.assert(
      fc.property(texts, (entries) => {
        expect(readListText(`{${entries.map(write).join(',')}}`).entries).toEqual(entries);
      }),
    );
  });

  it('gives back what JSON and Python write', () => {
    const write = (text: string) => `'${text.replace(/['\\]/g, '\\$&')}'`;
    fc.assert(
      fc.property(texts, (entries) => {
        expect(readListText(JSON.stringify(entries)).entries).toEqual(entries);
        expect(readListText(`[${entries.map(write).join(', ')}]`).entries).toEqual(entries);
      }),
    );
  });

  it('reads or refuses any text that begins like a list', () => {
    const parts = fc.array(fc.constantFrom('{', '}', '[', ']', '"', "'", '\\', ',', 'a', ' ', 'NULL', '|'));
    fc.assert(
      fc.property(fc.constantFrom('{', '['), parts, (first, rest) => {
        const { entries, fault } = readListText(first + rest.join(''));
        expect(entries === undefined).toBe(fault !== undefined);
      }),
    );
  });
});
