// Rules of ours for openapi.json, beside those of Redocly: a plugin of redocly.yaml. They hold what the API promises everywhere.

/** A response of an operation, behind its reference. */
const responseOf = ({ responses = {} }, status, resolve) => resolve(responses[status] ?? {}).node;

/** What 201 created has an address. */
function locationOn201() {
  return {
    Operation(operation, { report, resolve }) {
      if (!operation.responses?.[201]) return;
      const { headers = {} } = responseOf(operation, 201, resolve);
      if (!headers.Location) report({ message: `201 of ${operation.operationId} has no header Location.` });
    },
  };
}

/** Each refusal that passes says when to try again. */
function retryAfter() {
  return {
    Operation(operation, { report, resolve }) {
      for (const status of [429, 503]) {
        if (!operation.responses?.[status]) continue;
        const { 'Retry-After': header = {} } = responseOf(operation, status, resolve).headers ?? {};
        if (!resolve(header).node?.required)
          report({ message: `${status} of ${operation.operationId} does not always have Retry-After.` });
      }
    },
  };
}

/** A body with a next page is a schema whose name ends in Page. */
function pageNames() {
  return {
    Operation(operation, { report, resolve }) {
      const { headers = {}, content = {} } = responseOf(operation, 200, resolve);
      const { $ref = '' } = content['application/json']?.schema ?? {};
      if (headers.Link && !$ref.endsWith('Page'))
        report({ message: `The page of ${operation.operationId} is ${$ref}, which does not end in Page.` });
    },
  };
}

/** An operation says who may call it, even if nobody has to be known. */
function ownSecurity() {
  return {
    Operation({ operationId, security }, { report }) {
      if (!security) report({ message: `${operationId} does not say which credentials may call it.` });
    },
  };
}

/**
 * Visits each schema of the answers of an operation. Redocly visits a schema that requests and answers share once, so this
 * follows the references of answers itself.
 */
function visitAnswers(check) {
  const seen = new Set();
  const visit = (part, context, name) => {
    if (typeof part !== 'object' || part === null) return;
    check(part, context, name);
    if (seen.has(part)) return;
    seen.add(part);
    if (part.$ref) return visit(context.resolve(part).node, context, name);
    for (const [key, each] of Object.entries(part)) {
      if (key === 'properties') for (const name of Object.keys(each)) visit(each[name], context, name);
      else if (!['example', 'examples', 'not'].includes(key)) visit(each, context, name);
    }
  };
  return { Operation: ({ responses }, context) => visit(responses, context) };
}

/** Enums of answers get values later. One value alone is a constant. */
function openEnums() {
  const told = new Set();
  return visitAnswers((part, { report }) => {
    if (!Array.isArray(part.enum) || part.enum.length < 2 || told.has(part)) return;
    told.add(part);
    report({ message: `A closed enum in an answer: ${part.enum.join(', ')}. Use x-extensible-enum.` });
  });
}

/** What GraphQL shows as null is absent here, so that a description does not promise a null that never comes. */
function absentNotNull() {
  const told = new Set();
  const isNullable = ({ type, anyOf = [], $ref }, resolve) =>
    [type].flat().includes('null') ||
    anyOf.some((each) => isNullable(each, resolve)) ||
    ($ref ? isNullable(resolve({ $ref }).node ?? {}, resolve) : false);
  return visitAnswers((part, { report, resolve }, name) => {
    const says = typeof part.description === 'string' && /\bnull\b(?!`)/i.test(part.description);
    if (name === undefined || !says || told.has(part) || isNullable(part, resolve)) return;
    told.add(part);
    report({
      message: `${name} is never null, but described so: "${part.description}" Say when it is absent.`,
    });
  });
}

const ID = /(?:^|_)ids?$/;
const COUNT = /(?:^|_)(?:count|total)$/;
const INT32_MAX = 2 ** 31 - 1;

/**
 * Counts, and ids of rows that outnumber 32 bits, are int64 without a maximum of their own. Other ids are int32, from 1. Thus
 * generators choose types that hold them, and a reader such as DuckDB joins files by an id without a cast.
 *
 * @param wide ids whose column is a `bigint`. test/rest/openapi/ids.test.ts compares them with the database.
 * @param capped counts that a documented maximum bounds, as `Schema.property`.
 */
function integers({ wide = [], capped = [] }) {
  const check = (name, place, schema, { report, resolve }) => {
    if (!ID.test(name) && !COUNT.test(name)) return;
    const { items, anyOf = [], ...own } = resolve(schema).node ?? {};
    for (const inner of [...anyOf, ...(items ? [items] : [])]) check(name, place, inner, { report, resolve });
    if (![own.type].flat().includes('integer')) return;
    const { format, minimum, maximum } = own;
    const isWide = COUNT.test(name) || wide.includes(name);
    if (isWide && (format !== 'int64' || (maximum !== undefined && !capped.includes(place))))
      report({ message: `${place} outgrows 32 bits: its format is int64, without a maximum.` });
    if (!isWide && (format !== 'int32' || minimum !== 1 || maximum !== INT32_MAX))
      report({ message: `${place} is an id of 32 bits: its format is int32, from 1 to ${INT32_MAX}.` });
  };
  return {
    Schema({ properties = {} }, context) {
      const owner = context.location.pointer.split('/').pop();
      for (const [name, schema] of Object.entries(properties))
        check(name, `${owner}.${name}`, schema, context);
    },
    Parameter({ name, schema = {} }, context) {
      check(name, name, schema, context);
    },
  };
}

export default function plugin() {
  return {
    id: 'company-data',
    rules: {
      oas3: {
        'absent-not-null': absentNotNull,
        integers,
        'location-on-201': locationOn201,
        'open-enums': openEnums,
        'own-security': ownSecurity,
        'page-names': pageNames,
        'retry-after': retryAfter,
      },
    },
  };
}
