import { createReadStream } from 'node:fs';
import { link, mkdir, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Declared fields of the catalogue and of an organization, of which the first have values. */
export const DECLARED = { custom: 500, org: 200 };

/** An even number from 0 to 1, which the row and the field alone decide. */
function evenOf(row, salt) {
  let bits = Math.imul(row + 1, 0x9e3779b1) ^ Math.imul(salt + 1, 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 16), 0x7feb352d);
  bits = Math.imul(bits ^ (bits >>> 15), 0x846ca68b);
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32;
}

/** A name of `count`, of which the first are more frequent than the last: the more so, the higher the power. */
const nameOf = (prefix, count, power) => (even) => `${prefix} ${Math.floor(count * even ** power)}`;
const dayOf = (days) => (even) =>
  new Date(Date.UTC(2016, 0, 1) + Math.floor(days * even) * 86_400_000).toISOString().slice(0, 10);
const tagOf = nameOf('Tag', 1000, 1.5);

/**
 * The fields that have values: types of the service and of DuckDB, and a value for an even number. Values of categories are about as
 * frequent as those of industry, country and investor.
 */
export const FILLED = {
  segment: { type: 'category', sql: 'VARCHAR', value: nameOf('Segment', 32, 1.8) },
  city: { type: 'category', sql: 'VARCHAR', value: nameOf('City', 50, 3) },
  tags: {
    type: 'category',
    multiple: true,
    sql: 'VARCHAR[]',
    value: (even) => [
      ...new Set([1, 7, 49].slice(0, 1 + ((even * 300) % 3)).map((by) => tagOf((even * by) % 1))),
    ],
  },
  revenue: { type: 'number', sql: 'DECIMAL(19,4)', value: (even) => Math.floor(10 ** (3 + 7 * even)) },
  score: {
    type: 'number',
    sql: 'DECIMAL(19,4)',
    value: (even) => Math.round((even - 0.4) * 200_000) / 100,
  },
  seats: { type: 'number', sql: 'DECIMAL(19,4)', value: (even) => 1 + Math.floor(5000 * even ** 2) },
  renewal: { type: 'date', sql: 'DATE', value: dayOf(4000) },
  contacted: { type: 'date', sql: 'DATE', value: dayOf(1500) },
  customer: { type: 'boolean', sql: 'BOOLEAN', value: (even) => even < 0.2 },
  notes: {
    type: 'text',
    sql: 'VARCHAR',
    value: (even) => `Met at a fair, wants an offer for ${(even * 1e6).toFixed(0)} units.`,
  },
};

const NAMES = Object.keys(FILLED);

/** Values of a row by names of fields: each field is filled to a half. */
export function valuesOf(row) {
  const filled = NAMES.filter((_, place) => evenOf(row, place) < 0.5);
  return Object.fromEntries(filled.map((name) => [name, exampleOf(row, name)]));
}

export const exampleOf = (row, name) => FILLED[name].value(evenOf(row, 100 + NAMES.indexOf(name)));

/** Writes the declarations of a scope as `fields apply` reads them. JSON is YAML. */
export async function writeDeclarations(path, prefix) {
  const types = ['category', 'number', 'date', 'boolean', 'text', 'url'];
  const fields = Array.from({ length: DECLARED[prefix] }, (_, place) => {
    const name = NAMES[place] ?? `field_${place}`;
    const { type, multiple } = FILLED[name] ?? { type: types[place % types.length] };
    return { key: `${prefix}.${name}`, label: name, type, ...(multiple && { multiple }) };
  });
  await writeFile(path, JSON.stringify({ fields }));
  return path;
}

/** Writes the files of a catalogue once more, its companies with the values of own fields. @returns the file of companies */
export async function addOwnValues(files, folder) {
  await mkdir(folder);
  const pathOf = (kind) => files.find(({ path }) => path.endsWith(`/${kind}.ndjson`)).path;
  for (const kind of ['technologies', 'company_technologies', 'partnerships'])
    await link(pathOf(kind), join(folder, `${kind}.ndjson`));
  const path = join(folder, 'companies.ndjson');
  const target = await open(path, 'w');
  let row = 0;
  let chunk = '';
  for await (const line of createInterface({ input: createReadStream(pathOf('companies')) })) {
    const own = Object.entries(valuesOf(row)).map(([name, value]) => [`custom.${name}`, value]);
    chunk += `${JSON.stringify({ ...JSON.parse(line), ...Object.fromEntries(own) })}\n`;
    row += 1;
    if (row % 10_000 !== 0) continue;
    await target.write(chunk);
    chunk = '';
  }
  await target.write(chunk);
  await target.close();
  return path;
}
