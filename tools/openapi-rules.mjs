// Rules of ours for openapi.json, beside those of Redocly: a plugin of redocly.yaml. They hold what the API promises everywhere.

/** A response of an operation, behind its reference. */
const responseOf = ({ responses = {} }, status, resolve) => resolve(responses[status] ?? {}).node;

/** What 201 created has an address. */
function locationOn201({ except = [] }) {
  return {
    Operation(operation, { report, resolve }) {
      if (!operation.responses?.[201] || except.includes(operation.operationId)) return;
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

/** Enums of answers get values later. One value alone is a constant. */
function openEnums() {
  const seen = new Set();
  // Redocly visits a schema that requests and answers share once, so this follows the references of answers itself.
  const visit = (part, { report, resolve }) => {
    if (typeof part !== 'object' || part === null || seen.has(part)) return;
    seen.add(part);
    if (part.$ref) return visit(resolve(part).node, { report, resolve });
    if (Array.isArray(part.enum) && part.enum.length > 1)
      report({ message: `A closed enum in an answer: ${part.enum.join(', ')}. Use x-extensible-enum.` });
    for (const [key, each] of Object.entries(part))
      if (!['example', 'examples', 'not'].includes(key)) visit(each, { report, resolve });
  };
  return { Operation: ({ responses }, context) => visit(responses, context) };
}

/** Ids of rows and counts of rows outgrow 32 bits. */
const IDS_AND_COUNTS = /(?:^|_)(?:ids?|count|total)$/;

function int64() {
  const check = (name, schema, report) => {
    const { type, format, maximum, items } = schema;
    const { type: itemType, format: itemFormat } = items ?? {};
    const isInteger = [type, itemType].flat().includes('integer');
    if (isInteger && ((format ?? itemFormat) !== 'int64' || maximum !== undefined))
      report({ message: `${name} is an id or a count: its format is int64, without a maximum.` });
  };
  return {
    Schema({ properties = {} }, { report, resolve }) {
      for (const [name, schema] of Object.entries(properties))
        if (IDS_AND_COUNTS.test(name)) check(name, resolve(schema).node ?? {}, report);
    },
    Parameter({ name, schema = {} }, { report, resolve }) {
      if (IDS_AND_COUNTS.test(name)) check(name, resolve(schema).node ?? {}, report);
    },
  };
}

export default function plugin() {
  return {
    id: 'company-data',
    rules: {
      oas3: {
        int64,
        'location-on-201': locationOn201,
        'open-enums': openEnums,
        'own-security': ownSecurity,
        'page-names': pageNames,
        'retry-after': retryAfter,
      },
    },
  };
}
