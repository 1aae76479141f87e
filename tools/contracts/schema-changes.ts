export type Json = Readonly<Record<string, unknown>>;

/** A change that breaks callers. */
export interface Change {
  /** Schema coordinate or operation: `List.name`, `GET /v1/lists`. */
  path: string;
  message: string;
}

/** Whether callers send what the schema describes, or are sent it. */
export type Direction = 'request' | 'answer';

interface Comparison {
  direction: Direction;
  /** Resolve references of the document before, and of the one after. */
  documents: readonly [(part: Json) => Json, (part: Json) => Json];
  /** Pairs of named schemas that were compared. */
  seen: Set<string>;
  report(path: string, message: string): void;
}

const UPPER = ['maximum', 'maxLength', 'maxItems'];
const LOWER = ['minimum', 'minLength', 'minItems'];

const nameOf = ({ $ref }: Json) => (typeof $ref === 'string' ? $ref.split('/').pop() : undefined);
const asArray = (value: unknown): unknown[] => (value === undefined ? [] : [value].flat());

/** Compares two JSON Schemas. Within a named schema, the path begins with its name before. */
export function compareSchemas(comparison: Comparison, path: string, old: Json, now: Json): void {
  const { direction, documents, seen, report } = comparison;
  const [oldName, newName] = [nameOf(old), nameOf(now)];
  if (oldName !== undefined) {
    const pair = `${direction} ${oldName} ${newName ?? path}`;
    if (seen.has(pair)) return;
    seen.add(pair);
    if (newName !== undefined && newName !== oldName) report(oldName, `is named ${newName}`);
  }
  const at = oldName ?? path;
  const [before, after] = [alternativesOf(old, documents[0]), alternativesOf(now, documents[1])];
  const isNull = (each: Json) => each.type === 'null';
  if (direction === 'answer' && after.some(isNull) && !before.some(isNull)) report(at, 'may be null');
  if (direction === 'request' && before.some(isNull) && !after.some(isNull)) report(at, 'may not be null');
  compareAlternatives(
    comparison,
    at,
    before.filter((each) => !isNull(each)),
    after.filter((each) => !isNull(each)),
  );
}

/** The cases of a schema: those of a union and the types of a list, each as a schema of its own. */
function alternativesOf(schema: Json, resolve: (part: Json) => Json): Json[] {
  const found = resolve(schema);
  const union = [...asArray(found.anyOf), ...asArray(found.oneOf)] as Json[];
  if (union.length > 0) return union.flatMap((each) => alternativesOf(each, resolve));
  if (Array.isArray(found.type)) return found.type.map((type) => ({ ...found, type }));
  return [found];
}

function compareAlternatives(
  comparison: Comparison,
  at: string,
  before: readonly Json[],
  after: readonly Json[],
) {
  const [first, ...others] = before;
  const [only, ...more] = after;
  if (first && only && others.length === 0 && more.length === 0)
    return compareCases(comparison, at, first, only);
  if (first && others.length === 0 && comparison.direction === 'answer') {
    comparison.report(at, 'has several kinds');
    for (const each of after) compareCases(comparison, at, asKind(first), each);
    return;
  }
  for (const each of before) {
    const same = after.find((other) => keyOf(other) === keyOf(each));
    if (same) compareCases(comparison, at, each, same);
    else comparison.report(at, `has no case ${keyOf(each)}`);
  }
}

/** What was one kind of object has kinds: each has what the one always had, and one value of what tells them apart. */
function asKind({ required, properties = {}, ...object }: Json): Json {
  const always = Object.entries(properties as Record<string, Json>)
    .filter(([key]) => asArray(required).includes(key))
    .map(([key, { enum: _, 'x-extensible-enum': __, ...schema }]) => [key, schema]);
  return { ...object, required, properties: Object.fromEntries(always) };
}

/** Tells the cases of a union apart: by a constant of theirs, by their required keys, or by their type. */
function keyOf({ type, properties = {}, required, const: constant }: Json): string {
  if (constant !== undefined) return JSON.stringify(constant);
  for (const value of Object.values(properties as Record<string, Json>)) {
    const [single, ...others] = valuesOf(value) ?? [];
    if (single !== undefined && others.length === 0) return JSON.stringify(single);
  }
  return required ? asArray(required).join('+') : String(type ?? 'any');
}

/** The values that a text may have; undefined for any. */
function valuesOf(schema: Json): unknown[] | undefined {
  if (schema.const !== undefined) return [schema.const];
  const values = schema.enum ?? schema['x-extensible-enum'];
  return Array.isArray(values) ? values : undefined;
}

function compareCases(comparison: Comparison, at: string, old: Json, now: Json): void {
  const { direction, report } = comparison;
  const [from, to] = [String(old.type ?? 'any'), String(now.type ?? 'any')];
  const [narrow, wide] = direction === 'answer' ? [to, from] : [from, to];
  const fits = narrow === wide || wide === 'any' || (narrow === 'integer' && wide === 'number');
  // A constant needs no type, and what has properties is an object.
  if (!fits && valuesOf(old) === undefined && valuesOf(now) === undefined) {
    report(at, `type ${from} is ${to}`);
    return;
  }
  if (old.format !== undefined && now.format !== undefined && old.format !== now.format)
    report(at, `format ${old.format} is ${now.format}`);
  compareValues(comparison, at, old, now);
  compareBounds(comparison, at, old, now);
  compareProperties(comparison, at, old, now);
  if (old.items && now.items) compareSchemas(comparison, `${at}[]`, old.items as Json, now.items as Json);
}

function compareValues({ direction, report }: Comparison, at: string, old: Json, now: Json): void {
  const [before, after] = [valuesOf(old), valuesOf(now)];
  if (!before) {
    if (after && direction === 'request') report(at, `takes only ${after.join(', ')}`);
    return;
  }
  for (const value of after ? before.filter((each) => !after.includes(each)) : [])
    report(at, `has no value ${JSON.stringify(value)}`);
  const isClosed = old.enum !== undefined && before.length > 1;
  if (isClosed && direction === 'answer' && now.enum === undefined) report(at, 'is an open enum');
}

function compareBounds({ direction, report }: Comparison, at: string, old: Json, now: Json): void {
  const boundOf = (schema: Json, key: string, none: number) => (schema[key] as number | undefined) ?? none;
  if (direction === 'answer') {
    if (old.type === 'integer' && boundOf(old, 'maximum', Infinity) < boundOf(now, 'maximum', Infinity))
      report(at, `may exceed ${old.maximum}`);
    return;
  }
  // A text of known values had none that is too long.
  if (valuesOf(old)) return;
  for (const key of UPPER)
    if (boundOf(now, key, Infinity) < boundOf(old, key, Infinity)) report(at, `${key} is ${now[key]}`);
  for (const key of LOWER)
    if (boundOf(now, key, -Infinity) > boundOf(old, key, -Infinity) && now[key] !== 0)
      report(at, `${key} is ${now[key]}`);
  if (now.pattern !== undefined && now.pattern !== old.pattern) report(at, `pattern is ${now.pattern}`);
}

function compareProperties(comparison: Comparison, at: string, old: Json, now: Json): void {
  const { direction, report } = comparison;
  const before = (old.properties ?? {}) as Record<string, Json>;
  const after = (now.properties ?? {}) as Record<string, Json>;
  const [needed, needs] = [asArray(old.required), asArray(now.required)];
  for (const [key, schema] of Object.entries(before)) {
    const found = after[key];
    if (!found) report(`${at}.${key}`, 'is gone');
    else compareSchemas(comparison, `${at}.${key}`, schema, found);
    if (found && direction === 'answer' && needed.includes(key) && !needs.includes(key))
      report(`${at}.${key}`, 'may be absent');
  }
  for (const key of direction === 'request' ? needs : [])
    if (!needed.includes(key)) report(`${at}.${key}`, 'is required');
}
