import { stringify } from 'yaml';

/** Part of an OpenAPI document from which a collection is made. */
export interface OpenApi {
  info: { title: string; version: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { parameters: Record<string, Parameter> };
}

interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { content: Record<string, { example?: unknown }> };
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  example?: unknown;
  schema: { examples?: unknown[] };
}

/**
 * Returns a collection for Bruno, from version 3 on, as files by path: a folder for each tag and a request for each
 * operation. The format is OpenCollection 1.0.0 (https://spec.opencollection.com). The environment `local` has the
 * variables `url` and `key`; the key is a secret, which Bruno keeps out of the files.
 */
export function brunoCollection(document: OpenApi): Map<string, string> {
  const { info, tags } = document;
  const files = new Map<string, object>();
  files.set('opencollection.yml', {
    opencollection: '1.0.0',
    info: { name: `${info.title} ${info.version}`, version: info.version },
    request: { auth: { type: 'apikey', key: 'X-API-Key', value: '{{key}}', placement: 'header' } },
    docs: { content: info.description, type: 'text/markdown' },
    bundled: false,
  });
  files.set('environments/local.yml', {
    name: 'local',
    variables: [
      { name: 'url', value: 'http://127.0.0.1:4000' },
      { secret: true, name: 'key' },
    ],
  });
  for (const [index, { name, description }] of tags.entries())
    files.set(`${name}/folder.yml`, {
      info: { name, type: 'folder', seq: index + 1 },
      request: { auth: 'inherit' },
      docs: { content: description, type: 'text/markdown' },
    });
  for (const [path, operations] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(operations)) {
      const file = `${operation.tags[0]}/${operation.operationId}.yml`;
      files.set(file, requestOf(document, method, path, operation, files.size));
    }
  return new Map([...files].map(([path, content]) => [path, stringify(content, { lineWidth: 0 })]));
}

function requestOf(
  { components }: OpenApi,
  method: string,
  path: string,
  { summary, description, tags, parameters = [], requestBody }: Operation,
  seq: number,
): object {
  const all = parameters.map((each) => ('$ref' in each ? resolve(components.parameters, each.$ref) : each));
  const params = all.filter((each) => each.in !== 'header');
  const headers = all.filter((each) => each.in === 'header');
  const sent = params.filter((each) => each.in === 'query' && each.required);
  const query = new URLSearchParams(sent.map((each) => [each.name, exampleOf(each)]));
  const example = requestBody?.content['application/json']?.example;
  return {
    info: { name: summary, type: 'http', seq, tags },
    http: {
      method: method.toUpperCase(),
      // Bruno sends the query of the URL. Parameters that are switched off are not part of it.
      url: `{{url}}${path.replace(/\{(\w+)\}/g, ':$1')}${sent.length > 0 ? `?${query}` : ''}`,
      params: params.map((each) => ({ ...entryOf(each), type: each.in })),
      headers: headers.map(entryOf),
      ...(example === undefined ? {} : { body: { type: 'json', data: JSON.stringify(example, null, 2) } }),
      auth: 'inherit',
    },
    ...(description === undefined ? {} : { docs: description }),
  };
}

/** @throws Error if the document does not have the parameter. */
function resolve(parameters: Record<string, Parameter>, reference: string): Parameter {
  const found = parameters[reference.replace('#/components/parameters/', '')];
  if (!found) throw new Error(`openapi.json refers to ${reference}, which it does not have`);
  return found;
}

function exampleOf({ example, schema }: Parameter): string {
  const value = example ?? schema.examples?.[0] ?? '';
  return Array.isArray(value) ? value.join(',') : String(value);
}

/** Returns a parameter with its example. Those that callers may leave out are switched off. */
function entryOf(parameter: Parameter): object {
  const { name, required, description } = parameter;
  return {
    name,
    value: exampleOf(parameter),
    ...(description === undefined ? {} : { description }),
    ...(required === true ? {} : { disabled: true }),
  };
}
