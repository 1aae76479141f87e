import { describe, expect, it } from '@jest/globals';
import { asyncApiDocument } from '../../../src/rest/asyncapi/document.ts';
import { openApiDocument } from '../../../src/rest/openapi/document.ts';

type Json = Readonly<Record<string, unknown>>;

interface Enum {
  at: string;
  values: readonly string[];
  description: string;
}

/** Finds the enums below a part of a document that have a keyword, through references. */
function enumsIn(document: Json, part: unknown, keyword: string): Enum[] {
  const found: Enum[] = [];
  const seen = new Set<unknown>();
  const visit = (each: unknown, at: string): void => {
    if (typeof each !== 'object' || each === null || seen.has(each)) return;
    seen.add(each);
    const { $ref, [keyword]: values, description } = each as Json;
    if (Array.isArray(values)) found.push({ at, values, description: String(description) });
    if (typeof $ref === 'string') visit(partAt(document, $ref), $ref);
    for (const [key, inner] of Object.entries(each))
      if (!/^(?:examples?|not)$/.test(key)) visit(inner, `${at}/${key}`);
  };
  visit(part, '#');
  return found;
}

function partAt(document: Json, ref: string): unknown {
  return ref
    .slice(2)
    .split('/')
    .reduce((part: unknown, step) => (part as Json)[step], document);
}

const operations = Object.values(openApiDocument.paths as Record<string, Record<string, Json>>).flatMap(
  Object.values<Json>,
);
const requests = operations.map(({ parameters, requestBody }) => ({ parameters, requestBody }));
const answers = operations.map(({ responses }) => responses);

describe('enums in openapi.json', () => {
  it('are open in answers, with a description of each value', () => {
    // One value alone is a constant.
    const closed = enumsIn(openApiDocument, answers, 'enum').filter(({ values }) => values.length > 1);
    expect(closed).toEqual([]);
    const open = enumsIn(openApiDocument, answers, 'x-extensible-enum');
    expect(open.length).toBeGreaterThan(20);
    // The catalogue describes its keys.
    const others = open.filter(({ at }) => !/Filter(Field|Operator)Key/.test(at));
    const undescribed = others.flatMap(({ at, values, description }) =>
      // Bands and windows, such as `11-50` and `30d`, say what they are.
      values.filter((value) => !/^\d/.test(value) && !description.includes(`\`${value}\``)).map(() => at),
    );
    expect(undescribed).toEqual([]);
  });

  it('are closed in requests, but for keys of the catalogue of filters', () => {
    const open = enumsIn(openApiDocument, requests, 'x-extensible-enum').map(({ at }) => at);
    const inConditions = ['FilterFieldKeyInput', 'FilterOperatorKeyInput', 'EvidenceWhenInput'];
    expect(open.filter((at) => !inConditions.some((name) => at.includes(`/${name}`)))).toEqual([]);
    const closed = enumsIn(openApiDocument, requests, 'enum').flatMap(({ values }) => values);
    expect(closed).toEqual(expect.arrayContaining(['admin', 'high', 'standard', 'wont_fix']));
  });

  it('are open in events of asyncapi.json', () => {
    const { messages } = asyncApiDocument.components as { messages: Json };
    const closed = enumsIn(asyncApiDocument, messages, 'enum').filter(({ at }) => !at.includes('bindings'));
    expect(closed).toEqual([]);
    expect(enumsIn(asyncApiDocument, messages, 'x-extensible-enum').length).toBeGreaterThan(2);
  });
});
