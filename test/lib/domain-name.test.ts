import { describe, expect, it } from '@jest/globals';
import { cleanDomain } from '../../src/lib/domain-name.ts';

describe('cleanDomain', () => {
  it.each([
    ['acme.example', 'acme.example'],
    [' \tWWW.Acme.Example\n', 'acme.example'],
    ['www.www.acme.example', 'www.acme.example'],
    ['wwwacme.example', 'wwwacme.example'],
    ['www.', undefined],
    ['www.com', undefined],
    ['acme', undefined],
    ['', undefined],
    ['.', '.'],
    ['https://acme.example/', 'https://acme.example/'],
    [`${'a'.repeat(249)}.com`, `${'a'.repeat(249)}.com`],
    [`${'a'.repeat(250)}.com`, undefined],
    [`www.${'a'.repeat(249)}.com`, `${'a'.repeat(249)}.com`],
  ])('cleans %j to %j', (raw, cleaned) => {
    expect(cleanDomain(raw)).toBe(cleaned);
  });
});
