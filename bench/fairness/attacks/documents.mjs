import { gzipSync } from 'node:zlib';
import { sendInTurns } from '../http.mjs';

const CLIENTS = 8;
/** Stays below the limit of a body, 1 MiB. */
const MEGABYTE = 1_000_000;

const TYPE = '{ kind name ofType { kind name ofType { kind name ofType { kind name } } } }';
/** Selects everything about types, as tools do, within the depth that validation allows. */
const DEEP = `kind name description specifiedByURL
  fields(includeDeprecated: true) { name description args { name description type ${TYPE} defaultValue } type ${TYPE} }
  inputFields { name description type ${TYPE} } interfaces { name } possibleTypes { name }
  enumValues(includeDeprecated: true) { name description }`;
const aliases = (count, selection) =>
  Array.from({ length: count }, (_, n) => `a${n}: ${selection}`).join(' ');

const ONE = `{ __schema { types { ${DEEP} } } }`;
/** A kilobyte with a few hundred tokens, whose response has fifty copies of the schema. */
const SMALL =
  'fragment T on __Type { name description fields { name description args { name description } type { name } } }';
const SMALL_WIDE = `{ __schema { ${aliases(50, 'types { ...T }')} } } ${SMALL}`;
const WIDE = `{ __schema { ${aliases(50, `types { ${DEEP} }`)} } }`;
const MANY_ROOTS = `{ ${aliases(50, `__schema { types { ${DEEP} } }`)} }`;
const MANY_TYPES = `{ ${aliases(90, `__type(name: "Query") { ${DEEP} }`)} }`;
/** Types of fields of types of fields: every level multiplies the response. */
const RECURSIVE = `{ __schema { types { fields { type { fields { name type { name ofType { name ofType { name } } } } } } } } }`;

/** Makes every document different, so that the document cache does not help. */
const unique = (document, n) => JSON.stringify({ query: `${document} # ${n}` });
const post = (body, key) => ({ method: 'POST', path: '/graphql', key, body });

const INTROSPECTIONS = [SMALL_WIDE, WIDE, MANY_ROOTS, MANY_TYPES, RECURSIVE, ONE];

const COMMENT_LINE = `# ${'x'.repeat(76)}\n`;
const SHORT_COMMENTS = '#\n';
/** @param bytes of the document in JSON, where a line break takes two */
const commented = (bytes, line) => {
  const text = line.repeat(Math.floor(bytes / (line.length + 1)));
  return (n) => `# ${n}\n${text}{ viewer { organization { name } } }`;
};
const withTokens = (count) => {
  const names = 'name '.repeat(count);
  return (n) => `query Q${n} { viewer { organization { ${names} } } }`;
};

const documents = (name, clients, texts, { keys: keyCount = 1 } = {}) => ({
  name,
  finding: 3,
  grownMb: 500,
  run: ({ keys, sender, until }) =>
    sendInTurns(sender, clients, until, (n) =>
      post(JSON.stringify({ query: texts[n % texts.length](n) }), keys[n % keyCount]),
    ),
});

export const DOCUMENTS = [
  {
    name: 'introspection-anonymous',
    finding: 2,
    grownMb: 300,
    run: ({ sender, until }) =>
      sendInTurns(sender, CLIENTS, until, (n) =>
        post(unique(INTROSPECTIONS[n % INTROSPECTIONS.length], n), undefined),
      ),
  },
  {
    name: 'introspection-anonymous-repeated',
    finding: 2,
    grownMb: 300,
    run: ({ sender, until }) =>
      sendInTurns(sender, CLIENTS, until, () => post(JSON.stringify({ query: SMALL_WIDE }), undefined)),
  },
  {
    name: 'introspection-key',
    finding: 2,
    grownMb: 300,
    run: ({ keys, sender, until }) =>
      sendInTurns(sender, CLIENTS, until, (n) =>
        post(unique(INTROSPECTIONS[n % INTROSPECTIONS.length], n), keys[0]),
      ),
  },
  documents('documents-1mb', 4, [commented(MEGABYTE, COMMENT_LINE)]),
  // Half a million tokens in a document of one megabyte.
  documents('documents-1mb-short-lines', 4, [commented(MEGABYTE, SHORT_COMMENTS)]),
  documents('documents-100kb', 8, [commented(100_000, COMMENT_LINE), commented(100_000, SHORT_COMMENTS)]),
  documents('documents-tokens', 8, [withTokens(4_900), withTokens(1_000)]),
  documents('documents-five-users', 8, [commented(100_000, SHORT_COMMENTS), withTokens(4_900)], { keys: 5 }),
  {
    name: 'documents-anonymous-compressed',
    finding: 3,
    grownMb: 500,
    run: ({ sender, until }) => {
      const text = JSON.stringify({ query: commented(MEGABYTE, SHORT_COMMENTS)(0) });
      const body = gzipSync(text);
      const headers = { 'Content-Encoding': 'gzip' };
      return sendInTurns(sender, 50, until, () => ({ method: 'POST', path: '/graphql', headers, body }));
    },
  },
];
