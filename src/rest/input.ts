import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { invalidValue, NULL_REFUSED, type Violation, validationFault } from '../lib/fault.ts';
import { queryOf } from '../lib/http-headers.ts';
import { isJsonObject, pointerStep } from '../lib/json.ts';
import { MAX_VIOLATIONS } from '../lib/request-limits.ts';
import { ifMatch, PARAMETERS } from './parameters.ts';

/** What a route reads of a request: that of Node with what a router and a body parser add, or a call of a tool (src/mcp). */
export interface RestRequest extends Pick<IncomingMessage, 'method' | 'url' | 'headers'> {
  originalUrl: string;
  params: unknown;
  body: unknown;
}

export type Schemas = { readonly [name: string]: z.ZodType };

interface BodyRow {
  body?: string;
  isBodyOptional?: boolean;
  inQuery?: readonly string[];
  charges?: boolean;
  exactlyOne?: readonly string[];
}

/**
 * Finds the place of each parameter: the path where it names it, else the query of GET and DELETE and the body of other
 * methods, unless `inQuery` names it. The header If-Match gives `if_versions`. Empty parameters of the query count as absent, except where the route
 * charges: a value that was lost on its way would turn a free download, or the export of one tier, into that of everything.
 *
 * @param own schemas beside those of PARAMETERS and instead of them.
 * @throws Error when a parameter has no schema.
 */
export function inputOf(method: string, path: string, names: readonly string[], own: Schemas, row: BodyRow) {
  const all = z.strictObject<Schemas>({ ...PARAMETERS, ...own });
  const pick = (wanted: readonly string[]) =>
    all.pick(Object.fromEntries(wanted.map((name) => [name, true as const])));
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const others = names.filter((name) => name !== 'if_versions' && !inPath.includes(name));
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const isInQuery = (name: string) => !hasBody || row.inQuery?.includes(name) === true;
  const inBody = pick(others.filter((name) => !isInQuery(name)));
  const input = {
    path: pick(inPath),
    query: pick(others.filter(isInQuery)),
    /** Absent: what is sent as a body is ignored. */
    body: hasBody ? bodyOf(inBody, row) : undefined,
    heedsIfMatch: names.includes('if_versions'),
    /** Fields of the body of which exactly one is sent. */
    exactlyOne: row.exactlyOne ?? [],
  };
  const { shape } = input.query;
  const hasOffset = 'cursor' in shape && 'offset' in shape;
  /** A PATCH with a required field is an action, such as the resolution of a flag, and keeps no value. */
  const isUpdate = method === 'PATCH' && Object.values(inBody.shape).every((each) => each.isOptional());
  /** Forms and generated clients send `tier=&limit=` for none. Without its cursor, a walk over pages would begin again. */
  const absentWhenEmpty = row.charges
    ? []
    : Object.keys(shape).filter((name) => name !== 'cursor' && shape[name]?.isOptional());
  /** @throws Fault validation_error */
  const read = (req: RestRequest): Record<string, unknown> => {
    const path = parsePart(input.path, req.params);
    const sent = queryOf(req.url);
    for (const name of absentWhenEmpty) if (sent[name] === '') delete sent[name];
    const query = parsePart(input.query, sent);
    const body = input.body && parsePart(input.body, req.body, isUpdate);
    if (body && row.exactlyOne) requireOne(row.exactlyOne, body);
    // Not spread into one object: V8 gives each such object a hidden class of its own, and reading it takes a runtime call.
    return Object.assign(
      path,
      hasOffset ? beginPage(sent, query) : query,
      body,
      input.heedsIfMatch && { if_versions: ifMatch(req.headers['if-match']) },
    );
  };
  return { ...input, read };
}

/** The schema of a body. It is parsed to variables. */
function bodyOf(
  fields: z.ZodObject<Schemas>,
  { body = '', isBodyOptional }: BodyRow,
): z.ZodType<Record<string, unknown>> {
  const whole = fields.shape[body];
  if (whole) return whole.transform((value) => ({ [body]: value })).meta({ example: whole.meta()?.example });
  const parts = Object.entries(fields.shape);
  if (parts.length === 0) return fields.default({});
  const examples = parts
    .map(([name, field]) => [name, field.meta()?.example])
    .filter(([, example]) => example !== undefined);
  return (isBodyOptional ? fields.default({}) : fields).meta({ example: Object.fromEntries(examples) });
}

/**
 * Parses one part of a request.
 *
 * @param isUpdate whether null, where the schema does not take it, is refused by the rule of all updates (graphql/mutation.ts).
 * @throws Fault validation_error with a JSON pointer for each thing that is wrong (contract, section 1).
 */
export function parsePart<Parsed>(schema: z.ZodType<Parsed>, value: unknown, isUpdate = false): Parsed {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const isNull = ({ path: [name, ...below] }: z.core.$ZodIssue) =>
    isUpdate && below.length === 0 && isJsonObject(value) && value[String(name)] === null;
  const issues = parsed.error.issues.slice(0, MAX_VIOLATIONS);
  throw validationFault(
    issues.flatMap((issue) => toViolations(isNull(issue) ? { ...issue, message: NULL_REFUSED } : issue)),
  );
}

/**
 * Begins a page at its offset or after its cursor, never both: a cursor has no number.
 *
 * @param sent the query as it was sent. `given` has defaults as well.
 * @throws Fault validation_error (contract, section 1)
 */
function beginPage(
  sent: Readonly<Record<string, unknown>>,
  { offset, ...given }: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  if (given.cursor === undefined) return { ...given, offset };
  if (sent.offset === undefined) return given;
  throw invalidValue('/offset', 'cannot be combined with `cursor`; send one of them');
}

/**
 * Requires that a body has exactly one of several fields. False counts as none, as in `org_wide: false`.
 *
 * @throws Fault validation_error with a pointer to each field that is too many.
 */
function requireOne(names: readonly string[], body: Readonly<Record<string, unknown>>): void {
  const [given, ...more] = names.filter((name) => body[name] !== undefined && body[name] !== false);
  if (given !== undefined && more.length === 0) return;
  const message = `give exactly one of ${names.join(', ')}`;
  if (given === undefined) throw validationFault([{ pointer: `/${names[0]}`, message }]);
  throw validationFault(
    more.map((name) => ({ pointer: `/${name}`, message: `${message}; ${given} is given as well` })),
  );
}

/** Names each value that a schema refused, by its pointer. */
export function toViolations(issue: z.core.$ZodIssue): Violation[] {
  const at = issue.path.map(pointerStep).join('');
  if (issue.code !== 'unrecognized_keys') return [{ pointer: at, message: textOf(issue) }];
  const unknown = issue.keys.slice(0, MAX_VIOLATIONS);
  return unknown.map((key) => ({ pointer: at + pointerStep(key), message: 'is not a known parameter' }));
}

/** Types by zod's names for them. All numbers of requests are whole. */
const TYPES: Readonly<Record<string, string>> = {
  array: 'an array',
  int: 'a whole number',
  number: 'a whole number',
  object: 'an object',
};

/** Units of sizes, by the type that has one. A number has none: its limit is a value. */
const COUNTED: Readonly<Record<string, string>> = { array: ' entries', string: ' characters' };

/** zod's own words, in ours. A message that a schema was given stays. */
function textOf(issue: z.core.$ZodIssue): string {
  const { code, message, path } = issue;
  if (code === 'too_big' && message.startsWith('Too big'))
    return `must be at most ${issue.maximum}${COUNTED[issue.origin] ?? ''}`;
  if (code === 'too_small' && message.startsWith('Too small'))
    return `must be at least ${issue.minimum}${COUNTED[issue.origin] ?? ''}`;
  if (code !== 'invalid_type' || !message.startsWith('Invalid input: expected')) return message;
  if (path.length === 0) return 'must be a JSON object';
  const wanted = `must be ${TYPES[issue.expected] ?? `a ${issue.expected}`}`;
  return message.endsWith('received undefined') ? `is missing; it ${wanted}` : wanted;
}
