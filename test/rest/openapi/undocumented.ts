import { isDeepStrictEqual } from 'node:util';

type Json = Readonly<Record<string, unknown>>;

const objectsIn = (part: unknown): readonly [string, Json][] =>
  typeof part === 'object' && part !== null ? (Object.entries(part) as [string, Json][]) : [];

/**
 * Lists what openapi.json leaves out although callers need it, beyond the rules of redocly.yaml: descriptions of
 * properties and schemas, examples of parameters and bodies, names of bodies, and whether objects are closed.
 */
export function undocumentedIn(document: Json): string[] {
  const { schemas, parameters } = document.components as { schemas: Json; parameters: Json };
  const resolve = (part: Json) => (typeof part.$ref === 'string' ? at(document, part.$ref) : part);
  const operations = objectsIn(document.paths).flatMap(([path, methods]) =>
    objectsIn(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
  );
  return [
    ...operations.flatMap(({ name, operation }) => faultsOfOperation(name, operation, resolve)),
    ...objectsIn(parameters).flatMap(([name, each]) => faultsOfParameter(name, each)),
    ...objectsIn(schemas).flatMap(([name, schema]) => [
      ...(schema.description ? [] : [`${name} has no description`]),
      ...faultsOfProperties(name, schema),
    ]),
    ...faultsOfUse(
      'request',
      operations.map(({ operation }) => operation.requestBody),
      resolve,
    ),
    ...faultsOfUse(
      'answer',
      operations.map(({ operation }) => operation.responses),
      resolve,
    ),
  ];
}

function at(document: Json, ref: string): Json {
  return ref
    .slice(2)
    .split('/')
    .reduce((part: Json, step) => part[step] as Json, document);
}

function faultsOfOperation(name: string, operation: Json, resolve: (part: Json) => Json): string[] {
  const { operationId, summary, description, tags, parameters = [], requestBody, responses } = operation;
  const isComplete = operationId && summary && description && Array.isArray(tags) && tags.length === 1;
  const bodies = [requestBody, ...Object.values(responses as Json)] as (Json | undefined)[];
  return [
    ...(isComplete ? [] : [`${name} has no operationId, summary, description or tag`]),
    ...(parameters as Json[])
      .filter(({ $ref }) => !$ref)
      .flatMap((each) => faultsOfParameter(`${name} ${each.name}`, each)),
    ...bodies.flatMap((body) =>
      objectsIn(body && resolve(body).content).flatMap(([type, { schema, example, examples }]) => [
        // A file that is no text has none that a page could show.
        ...(example === undefined && !examples && !(schema as Json).contentMediaType
          ? [`${name} has a body without an example`]
          : []),
        ...(type === 'application/json' && !(schema as Json).$ref
          ? [`${name} has a body without a name`]
          : []),
      ]),
    ),
  ];
}

/** Importers send the example of a header along, so that headers have none. */
function faultsOfParameter(name: string, { description, example, schema, in: place }: Json): string[] {
  const hasExample = (example !== undefined || Boolean((schema as Json).examples)) !== (place === 'header');
  return description && hasExample ? [] : [`${name} has no description or no example`];
}

function faultsOfProperties(name: string, schema: Json): string[] {
  const properties = objectsIn(schema.properties);
  const parts = [
    ...properties,
    ...objectsIn(schema.items ? { items: schema.items } : {}),
    ...objectsIn(schema.oneOf),
  ];
  return [
    ...properties.filter(([, each]) => !each.description).map(([key]) => `${name}.${key} has no description`),
    ...parts.flatMap(([key, each]) => faultsOfProperties(`${name}.${key}`, each)),
  ];
}

/** Requests are closed, so that a misspelt field is refused; answers are open, so that they may get new fields. */
function faultsOfUse(use: 'request' | 'answer', parts: unknown[], resolve: (part: Json) => Json): string[] {
  const seen = new Set<Json>();
  const faults: string[] = [];
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null || seen.has(part as Json)) return;
    const json = resolve(part as Json);
    for (const each of [part as Json, json]) seen.add(each);
    const isObject = json.type === 'object' && json.properties !== undefined;
    if (isObject && isDeepStrictEqual(json.additionalProperties, false) !== (use === 'request'))
      faults.push(
        `a part of ${use === 'request' ? 'a request is open' : 'an answer is closed'}: ${JSON.stringify(json)}`,
      );
    for (const [key, each] of objectsIn(json)) if (!/^examples?$/.test(key)) visit(each);
  };
  visit(parts);
  return faults;
}
