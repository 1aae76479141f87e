import { describe, expect, it } from '@jest/globals';
import {
  boundedNames,
  describeStatement,
  safeName,
  safePath,
  summarizeStatement,
} from '../../src/observability/names.ts';

describe('describeStatement', () => {
  it.each([
    [{ name: 'company_by_slug', text: 'SELECT 1' }, 'company_by_slug'],
    [{ name: 'prisma_7', text: 'SELECT  a\n FROM b WHERE c = $1' }, 'SELECT a FROM b WHERE c = $1'],
    [{ name: undefined, text: "SELECT 'it''s secret', 'more' FROM x" }, "SELECT '…', '…' FROM x"],
    [{ name: undefined, text: `SELECT '${'secret '.repeat(1000)}` }, "SELECT '…'"],
    [{ name: undefined, text: `SELECT ${'a, '.repeat(300)}` }, `SELECT ${'a, '.repeat(300)}`.slice(0, 200)],
  ])('returns the name, or the beginning of the text without literals: %j', (statement, expected) => {
    expect(describeStatement(statement)).toBe(expected);
  });
});

describe('summarizeStatement', () => {
  it.each([
    [{ name: 'company_by_slug', text: 'SELECT 1' }, 'company_by_slug'],
    [{ name: 'prisma_7', text: 'SELECT "public"."user"."id" FROM "public"."user" WHERE 1=1' }, 'SELECT user'],
    [{ name: undefined, text: 'insert into list_event (a) values ($1)' }, 'INSERT list_event'],
    [{ name: undefined, text: 'UPDATE list SET name = $2' }, 'UPDATE list'],
    [{ name: undefined, text: 'BEGIN' }, 'BEGIN'],
    [{ name: undefined, text: '' }, 'SQL'],
  ])('returns the verb and the table: %j', (statement, expected) => {
    expect(summarizeStatement(statement)).toBe(expected);
  });
});

describe('names from callers', () => {
  it('are used as labels until there are too many', () => {
    const label = boundedNames(2);
    expect(['a', 'b', 'c', 'a', 'd', 'b'].map(label)).toEqual(['a', 'b', 'other', 'a', 'other', 'b']);
  });

  it('are truncated, and keys are removed', () => {
    expect(safeName('x'.repeat(1000))).toBe('x'.repeat(100));
    expect(safeName('Mine_cds_user_abcDEF123_cds_org_x')).toBe('Mine_cds_…');
  });

  it.each([
    ['/v1/companies/acme', '/v1/companies/acme'],
    ['/v1/companies/cds_session_abcDEF123/contacts', '/v1/companies/cds_…/contacts'],
    ['/cds%5Fsession_abcDEF123', '/cds_…'],
    ['/CDS_SESSION_abcDEF123', '/cds_…'],
    ['/whsec_ab%2Bc%2Fd%3D/x', '/whsec_…'],
    ['/whsec_ab+c/d=', '/whsec_…'],
    ['/%23code=abc-DEF_123', '/%23code=…'],
    ['/%E0%A4%A', '/%E0%A4%A'],
  ])('are paths without credentials: %s', (path, expected) => {
    expect(safePath(path)).toBe(expected);
  });
});
