import { describe, expect, it } from '@jest/globals';
import { useCompanyImports } from './company-imports.ts';
import { summarize } from './support.ts';

const { load, read, expectRepeatable } = useCompanyImports();

/** Reads the slugs of the catalogue by primary domain. */
const slugs = async () =>
  Object.fromEntries(Object.entries(await read()).map(([key, { slug }]) => [key, slug]));

describe('a slug', () => {
  it('is derived from the name, or from the domain when the name has no Latin letter', async () => {
    const names = [
      'Société Générale',
      "O'Hara & Sons, Inc.",
      '株式会社',
      '!!!',
      'Ünï-Çødé 2.0',
      'x'.repeat(200),
    ];
    await load(...names.map((name, index) => ({ name, primary_domain: `d${index}.example` })), {
      name: '例え',
      primary_domain: '例え.example',
    });
    expect(Object.values(await slugs())).toEqual([
      'societe-generale',
      'ohara-sons-inc',
      'd2',
      'd3',
      'uni-code-2-0',
      'x'.repeat(80),
      'xn--r8jz45g'.replace('--', '-'),
    ]);
  });

  it('is unique: the first line gets it, the others get it with an unused number', async () => {
    const rows = [
      { name: 'Acme', primary_domain: 'a.example' },
      { name: 'ACME', primary_domain: 'b.example' },
      { name: 'Acme 2', primary_domain: 'c.example' },
      { name: 'acme!', primary_domain: 'd.example' },
      { name: 'Acme 2', primary_domain: 'e.example' },
      { name: 'Other', primary_domain: 'f.example', slug: 'acme' },
      { name: 'Acme-2-2', primary_domain: 'g.example' },
    ];
    const outcome = await load(...rows);
    expect(outcome.report.warnings).toBe(0);
    expect(await slugs()).toEqual({
      'f.example': 'acme', // given slugs are assigned before derived ones
      'c.example': 'acme-2',
      'g.example': 'acme-2-2',
      'a.example': 'acme-3',
      'b.example': 'acme-4',
      'd.example': 'acme-5',
      'e.example': 'acme-2-3',
    });
    await expectRepeatable(rows, outcome);
  });

  it('stays with its company when the name changes, and new companies avoid it', async () => {
    await load({ name: 'Acme', primary_domain: 'a.example' }, { name: 'Acme', primary_domain: 'b.example' });
    await load(
      { name: 'Zeta', primary_domain: 'a.example' },
      { name: 'Acme', primary_domain: 'c.example' },
      { name: 'Acme 2', primary_domain: 'd.example' },
    );
    expect(await slugs()).toEqual({
      'a.example': 'acme',
      'b.example': 'acme-2',
      'c.example': 'acme-3',
      'd.example': 'acme-2-2',
    });
  });

  it('gets a warning if it is taken, or if the company already has another one', async () => {
    await load({ name: 'Acme', primary_domain: 'a.example' });
    const rows = [
      { name: 'B', primary_domain: 'b.example', slug: 'acme' },
      { name: 'A', primary_domain: 'a.example', slug: 'alpha' },
    ];
    const { problems } = await load(...rows);
    expect(summarize(problems)).toEqual([
      '1 warning slug is taken; the company gets acme-2',
      '2 warning slug does not change: the company keeps acme',
    ]);
    const again = await load(...rows);
    expect(summarize(again.problems)).toEqual([
      '1 warning slug does not change: the company keeps acme-2',
      '2 warning slug does not change: the company keeps acme',
    ]);
    expect(await slugs()).toEqual({ 'a.example': 'acme', 'b.example': 'acme-2' });
  });

  it('is found although hundreds of candidates are taken', async () => {
    const many = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) => ({
        name: 'Acme',
        primary_domain: `n${from + index}.example`,
      }));
    await load(...many(0, 600));
    await load(...many(600, 603));
    const found = Object.values(await slugs());
    expect(found).toEqual(['acme', ...Array.from({ length: 602 }, (_, index) => `acme-${index + 2}`)]);
  });
});
