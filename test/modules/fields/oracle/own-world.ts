import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect } from '@jest/globals';
import fc from 'fast-check';
import type pg from 'pg';
import { importPaths } from '../../../../src/modules/import/import.ts';
import type { ImportKind } from '../../../../src/modules/import/kinds.ts';
import type { Random } from '../../../fuzz/random.ts';
import { catalogue } from '../../filters/arbitraries.ts';
import { anyTree, withKnownValues } from '../../filters/arbitrary-trees.ts';
import { type Condition, nodesOf, type Tree } from '../../filters/oracle-tree.ts';
import { readKnown } from '../../filters/property-support.ts';
import { Model, Refused, type Stated } from './model.ts';
import { drawTree, type Parts, type SavedList } from './own-trees.ts';
import { drawInvalid, drawValue, type OwnField } from './own-values.ts';

/** Sends a request of an admin who is an operator as well. */
export type Send = (method: 'get' | 'post' | 'delete', path: string, body?: object) => Promise<Answer>;
export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers are compared as a whole.
  body: any;
}

/** A company as the database has it. */
export interface Company {
  id: number;
  slug: string;
  name: string;
  primary: string;
  domains: readonly string[];
}

const PATTERNS = ['contains', 'starts_with', 'ends_with', 'equals'];

export interface ImportRow extends Record<string, unknown> {
  primary_domain: string;
}

/** Draws rows, values and trees over the catalogue as it is. */
export class OwnWorld {
  readonly random: Random;
  readonly pool: pg.Pool;
  model = new Model();
  lists: SavedList[] = [];
  #fresh = 0;

  constructor(random: Random, pool: pg.Pool) {
    this.random = random;
    this.pool = pool;
  }

  /** Imports a random catalogue, with detections and partnerships of all ages. */
  async fill(): Promise<void> {
    const [files = []] = fc.sample(catalogue, { seed: this.random.below(2 ** 31), numRuns: 1 });
    for (const { kind, rows } of files) await this.import(kind, rows);
  }

  async import(
    kind: ImportKind,
    rows: readonly object[],
    options: { snapshot?: string; csv?: boolean } = {},
  ) {
    const { csv = false, snapshot } = options;
    const text = csv ? toCsv(rows) : rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    const { files } = await importPaths(this.pool, ['-'], {
      kind,
      format: csv ? 'csv' : 'ndjson',
      rejectsDir: join(tmpdir(), 'rejects-of-own-fields'),
      stdin: Readable.from([Buffer.from(text)]),
      acceptAny: true,
      ...(snapshot === undefined ? {} : { snapshot, maxDeletes: '100%' }),
    });
    return files[0];
  }

  async companies(): Promise<Company[]> {
    const { rows } = await this.pool.query<Company>(
      `SELECT c.id, c.slug, c.name, c.primary_domain AS primary,
         ARRAY(SELECT domain FROM company_domain d WHERE d.company_id = c.id ORDER BY position) AS domains
       FROM company c ORDER BY id`,
    );
    return rows;
  }

  freshName(): string {
    this.#fresh += 1;
    return `fresh${this.#fresh}`;
  }

  /** Values of some fields of a scope, of which a few clear and a few are refused. */
  drawStated(prefix: 'custom.' | 'org.'): Stated {
    const fields = this.model.fields.filter(({ key }) => key.startsWith(prefix));
    const stated: Stated = {};
    for (const field of fields) {
      if (this.random.chance(0.4)) continue;
      stated[field.key] = this.#drawOne(field);
    }
    return stated;
  }

  #drawOne(field: OwnField): unknown {
    const { random } = this;
    if (random.chance(0.12)) return null;
    if (random.chance(0.06)) return new Refused(drawInvalid(random, field));
    if (field.multiple && random.chance(0.08)) return [];
    return drawValue(random, field);
  }

  /** Entries of `POST /v1/fields/values`. Several may be of one company, by its different names. */
  drawEntries(companies: readonly Company[], count: number): { identifier: string; fields: Stated }[] {
    const { random } = this;
    return random.times(count, () => {
      const company = random.pick(companies);
      const isKnown = random.chance(0.95);
      const name = random.chance(0.3) ? company.slug : random.pick(company.domains);
      return { identifier: isKnown ? name : 'nobody.example', fields: this.drawStated('org.') };
    });
  }

  /** Rows of companies that exist, with values of the catalogue, and of new ones. */
  drawRows(companies: readonly Company[], count: number): ImportRow[] {
    const { random } = this;
    const known = random.times(count, () => random.pick(companies));
    const rows = [...new Set(known)].map(({ primary, name }) => ({ primary_domain: primary, name }));
    const fresh = random.times(random.below(3), () => {
      const name = this.freshName();
      return { primary_domain: `${name}.example`, name };
    });
    return [...rows, ...fresh].map((row) => ({ ...row, ...this.drawStated('custom.') }));
  }

  /** Applies imported rows to the model. Call it when the companies exist. */
  async take(rows: readonly ImportRow[], model = this.model): Promise<void> {
    const byDomain = new Map(
      (await this.companies()).flatMap(({ id, domains }) => domains.map((domain) => [domain, id])),
    );
    for (const { primary_domain: domain, name: _name, ...stated } of rows) {
      const id = byDomain.get(domain);
      if (id === undefined) throw new Error(`${domain} was not imported`);
      model.set(id, stated);
    }
  }

  /** What trees may consist of now. */
  async parts(): Promise<Parts> {
    const known = await readKnown(this.pool);
    const trees = fc.sample(anyTree, { seed: this.random.below(2 ** 31), numRuns: 12 });
    const builtIn = trees.flatMap((tree) => conditionsOf(withKnownValues(tree, known)));
    return { model: this.model, builtIn, lists: this.lists };
  }

  drawTree(parts: Parts): Tree {
    return drawTree(this.random, parts);
  }
}

/** Conditions with few values, so that several of them are within the bounds of a definition. */
function conditionsOf(tree: Tree): Condition[] {
  return [...nodesOf(tree)].flatMap(([, node]) => {
    if (!('condition' in node)) return [];
    const { condition } = node;
    const isPattern = PATTERNS.includes(condition.operator);
    return [isPattern ? { ...condition, values: condition.values.slice(0, 2) } : condition];
  });
}

/** Writes rows as a spreadsheet would. Null is `\N`, and what a row does not state is blank. */
function toCsv(rows: readonly object[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cell = (value: unknown) => {
    const raw = value instanceof Refused ? value.raw : value;
    if (raw === undefined) return '';
    if (raw === null) return '\\N';
    const text = typeof raw === 'object' ? JSON.stringify(raw) : String(raw);
    return `"${text.replaceAll('"', '""')}"`;
  };
  const line = (row: object) => columns.map((column) => cell(row[column as keyof object])).join(',');
  return [columns.join(','), ...rows.map(line)].join('\n');
}

/** Declares a field, in the service and in the model. */
export async function declareField(world: OwnWorld, send: Send, field: OwnField): Promise<void> {
  const { key, type, multiple } = field;
  const answer = await send('post', '/v1/fields', { key, label: key, type, multiple });
  expect([answer.status, answer.body.detail]).toEqual([201, undefined]);
  world.model.declare(field);
}
