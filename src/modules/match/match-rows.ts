import { Slices } from '../../lib/slices.ts';
import { compare, type Findings, type FoundHost, foundFor } from './compare.ts';
import { type DomainOwner, findOwners } from './domain-candidates.ts';
import { readVocabulary } from './indexed-words.ts';
import { judge, type MatchResult } from './judge.ts';
import { type Name, readName } from './name.ts';
import { type FoundCompany, findByKeys, findSimilar } from './name-candidates.ts';
import { type MatchRow, type ReadRow, readRow } from './row.ts';
import type { MatchTools } from './word-companies.ts';

/** Rows whose candidates are read together. */
const MATCHED_TOGETHER = 1000;

/** Matches any number of rows to companies of the catalogue, in their order. Other requests are served in between. */
export async function matchRows(tools: MatchTools, rows: readonly MatchRow[]): Promise<MatchResult[]> {
  const results: MatchResult[] = [];
  for (let start = 0; start < rows.length; start += MATCHED_TOGETHER)
    results.push(...(await new Batch(tools, start).match(rows.slice(start, start + MATCHED_TOGETHER))));
  return results;
}

interface Finding extends Findings {
  row: ReadRow;
  named: FoundCompany[];
}

/** Rows that are matched by a number of statements that does not depend on how many they are. */
class Batch {
  readonly #tools: MatchTools;
  readonly #start: number;
  readonly #names = new Map<string, Name>();
  readonly #slices = new Slices();

  /** @param start place of the first row */
  constructor(tools: MatchTools, start: number) {
    this.#tools = tools;
    this.#start = start;
  }

  async match(given: readonly MatchRow[]): Promise<MatchResult[]> {
    const findings = await this.#find(given);
    const vocabulary = await readVocabulary(this.#tools.db, await this.#wordsOf(findings));
    const results: MatchResult[] = [];
    for (const { row, ...found } of findings) {
      const compared = compare(row, found, (text) => this.#readName(text), vocabulary);
      results.push(judge(row, this.#start + results.length, compared));
      await this.#slices.pause();
    }
    return results;
  }

  /** Finds the companies that rows may mean. Similar names are looked up for rows that no equal one was found for. */
  async #find(given: readonly MatchRow[]): Promise<Finding[]> {
    const rows: ReadRow[] = [];
    for (const row of given) {
      rows.push(readRow(row));
      await this.#slices.pause();
    }
    const owners = await findOwners(this.#tools.db, hostsIn(rows));
    const findings = rows.map((row): Finding => ({ row, hosts: findHosts(row, owners), named: [] }));
    const named = findings.filter(({ row }) => row.name);
    await this.#take(named, findByKeys);
    const unequal: Finding[] = [];
    for (const finding of named) if (!(await this.#hasEqual(finding))) unequal.push(finding);
    await this.#take(unequal, findSimilar);
    return findings;
  }

  async #take(findings: readonly Finding[], look: typeof findByKeys): Promise<void> {
    const names = findings.flatMap(({ row }) => row.name?.read ?? []);
    const found = await look(this.#tools, names);
    for (const [index, { named }] of findings.entries()) named.push(...(found[index] ?? []));
  }

  async #hasEqual(finding: Finding): Promise<boolean> {
    const keys = finding.row.name?.read.keys ?? [];
    for (const { name } of foundFor(finding)) {
      await this.#slices.pause();
      if (this.#readName(name).keys.some((key) => keys.includes(key))) return true;
    }
    return false;
  }

  /** Returns the words of all names that will be compared. */
  async #wordsOf(findings: readonly Finding[]): Promise<string[]> {
    const words = new Set<string>();
    for (const finding of findings) {
      if (!finding.row.name) continue;
      const found = foundFor(finding).map(({ name }) => this.#readName(name));
      for (const { spellings } of [finding.row.name.read, ...found])
        for (const spelling of spellings) for (const word of spelling.words) words.add(word);
      await this.#slices.pause();
    }
    return [...words];
  }

  #readName(text: string): Name {
    const known = this.#names.get(text);
    if (known) return known;
    const name = readName(text);
    this.#names.set(text, name);
    return name;
  }
}

function hostsIn(rows: readonly ReadRow[]): string[] {
  return [...new Set(rows.flatMap(({ identifiers }) => identifiers.flatMap(({ hosts }) => hosts)))];
}

function findHosts({ identifiers }: ReadRow, owners: ReadonlyMap<string, DomainOwner>): FoundHost[] {
  return identifiers.flatMap((identifier) => {
    const { part, hosts, isShared } = identifier;
    const index = hosts.findIndex((host) => owners.has(host));
    const owner = owners.get(hosts[index] ?? '');
    return owner ? [{ identifier, owner, part, isShared, isFormer: owner.isFormer, isBelow: index > 0 }] : [];
  });
}
