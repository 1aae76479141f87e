// Writes the client's types of REST from openapi.json, as a part of `npm run openapi`.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString, COMMENT_HEADER } from 'openapi-typescript';
import ts from 'typescript';

const OPENAPI = new URL('../openapi.json', import.meta.url);
const TYPES = new URL('../clients/typescript/src/generated/rest.ts', import.meta.url);

/** Stand for anything else: TypeScript tells cases apart by literals only, and a `string` would be in all of them. */
const LATER = {
  'OtherProblem/error': 'code of a later version',
  'OtherEvent/type': 'type of a later version',
  'OtherListEvent/action': 'action of a later version',
};

/** Types of clients/typescript/src/fields.ts, by the ends of paths. */
const OWN_TYPES = {
  'string schemas/FilterFieldKey': 'FieldKey',
  'string ~1members/get/parameters/query/sort': 'MemberSort',
  'object schemas/Company/fields': 'FieldValues',
  'object schemas/Member/fields': 'FieldValues',
};
const IMPORT = `import type { ${[...new Set(Object.values(OWN_TYPES))].join(', ')} } from '../fields.ts';\n\n`;

function ownTypeOf(type, path = '') {
  const [, name] =
    Object.entries(OWN_TYPES).find(([key]) => {
      const [ofType, end] = key.split(' ');
      return type === ofType && path.endsWith(end);
    }) ?? [];
  return name && ts.factory.createTypeReferenceNode(name);
}

/** Types an open enum as its known values or any other text, so that editors suggest the values. */
function transform({ type, 'x-extensible-enum': values }, { path }) {
  const later = LATER[path?.split('/').slice(-2).join('/')];
  if (later) return ts.factory.createLiteralTypeNode(ts.factory.createStringLiteral(later));
  const own = ownTypeOf(type, path);
  if (own || type !== 'string' || !values) return own;
  const { createIntersectionTypeNode, createKeywordTypeNode, createTypeLiteralNode, createUnionTypeNode } =
    ts.factory;
  const known = values.map((value) =>
    ts.factory.createLiteralTypeNode(ts.factory.createStringLiteral(value)),
  );
  const string = createKeywordTypeNode(ts.SyntaxKind.StringKeyword);
  // A plain `string` would take in the values beside it.
  const other = createIntersectionTypeNode([string, createTypeLiteralNode([])]);
  return createUnionTypeNode([...known, ts.factory.createParenthesizedType(other)]);
}

/** Returns the types of a document of OpenAPI. Only requests have defaults, so what has one may be left out. */
export async function restTypes(document = OPENAPI) {
  const settings = { transform, defaultNonNullable: false, inject: IMPORT };
  return COMMENT_HEADER + astToString(await openapiTS(document, settings));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const types = await restTypes();
  if (!process.argv.includes('--check')) await writeFile(TYPES, types);
  else if (types !== (await readFile(TYPES, 'utf8'))) {
    console.error('clients/typescript/src/generated/rest.ts is out of date; run `npm run openapi`');
    process.exitCode = 1;
  }
}
