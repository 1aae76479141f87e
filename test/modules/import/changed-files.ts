import { domainToASCII } from 'node:url';
import type { CompanyLine, EdgeLine, TechnologyLine } from './living-lines.ts';
import type { LivingModel } from './living-model.ts';

/** Numbers from 0 to 1 that depend on the seed alone (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Makes files that change a catalogue as a year of deliveries would. */
export class ChangedFiles {
  readonly #model: LivingModel;
  readonly #random: () => number;
  #made = 0;

  constructor(model: LivingModel, seed: number) {
    this.#model = model;
    this.#random = randomNumbers(seed);
  }

  #chance(share: number): boolean {
    return this.#random() < share;
  }

  #pick<T>(values: readonly T[]): T {
    const value = values[Math.floor(this.#random() * values.length)];
    if (value === undefined) throw new Error('nothing to choose from');
    return value;
  }

  #newDomain(): string {
    this.#made += 1;
    return this.#chance(0.1) ? `bücher-${this.#made}.example` : `new-${this.#made}.example`;
  }

  /** Lines of companies: most change one company; those of a few companies depend on each other in many ways. */
  companies(): CompanyLine[] {
    const all = [...this.#model.companies];
    const domains = all.map(({ primary }) => primary);
    const lines = all.flatMap((company): CompanyLine[] => {
      const { primary, name, industry } = company;
      if (this.#chance(0.02)) return [{ primary_domain: primary, deleted: true }];
      if (this.#chance(0.02)) return [{ primary_domain: primary, merge_into: this.#pick(domains) }];
      if (this.#chance(0.02))
        return [{ primary_domain: this.#newDomain(), previous_primary_domain: primary }];
      if (this.#chance(0.02))
        return [{ primary_domain: this.#newDomain(), previous_primary_domain: primary, name: `${name} New` }];
      if (this.#chance(0.05))
        return [{ primary_domain: primary, name, industry: industry ? null : 'Changed' }];
      if (this.#chance(0.01)) return [{ primary_domain: primary }];
      return this.#chance(0.02)
        ? [{ primary_domain: this.#newDomain(), name, domains: [this.#pick(domains), this.#newDomain()] }]
        : [];
    });
    const busy = Array.from({ length: 12 }, () => this.#pick(domains));
    for (let count = 0; count < 60; count += 1) lines.push(this.#busyLine(busy));
    return lines
      .map((line) => ({ line, at: this.#random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ line }) => line);
  }

  #busyLine(domains: readonly string[]): CompanyLine {
    const [one, two] = [this.#pick(domains), this.#pick(domains)];
    switch (Math.floor(this.#random() * 5)) {
      case 0:
        return { primary_domain: one, deleted: true };
      case 1:
        return { primary_domain: one, merge_into: two };
      case 2:
        return { primary_domain: one, previous_primary_domain: two, name: 'Busy' };
      case 3:
        return { primary_domain: one, name: 'Busy', domains: [two] };
      default:
        return { primary_domain: one, name: 'Busy' };
    }
  }

  /** All companies, as a complete file would state them, without a share of them. */
  companySnapshot(missing: number): CompanyLine[] {
    return [...this.#model.companies]
      .filter(() => !this.#chance(missing))
      .map(({ primary, name, secondary }) => ({
        primary_domain: primary,
        name,
        domains: [...secondary.keys()],
      }));
  }

  technologies(): TechnologyLine[] {
    return [...this.#model.technologies].flatMap((key) =>
      this.#chance(0.02) ? [{ tech_key: key, deleted: true }] : [],
    );
  }

  /** Changes of edges, or all of them except a share. */
  edges(kind: 'detections' | 'observations', missing?: number): EdgeLine[] {
    const names = new Map([...this.#model.companies].map(({ id, primary }) => [id, primary]));
    return [...this.#model[kind]].flatMap(([subject, object, edge]): EdgeLine[] => {
      const row = {
        subject: names.get(subject) ?? '',
        object: kind === 'detections' ? object : (names.get(Number(object)) ?? ''),
        ...edge,
      };
      if (missing !== undefined) return this.#chance(missing) ? [] : [row];
      if (this.#chance(0.03)) return [{ ...row, deleted: true }];
      return this.#chance(0.05) ? [{ ...row, count: row.count + 1 }] : [];
    });
  }
}

/** Returns a domain as the catalogue stores it; undefined if it is none. Written apart from the service's own rules. */
export function storedDomain(text: string): string | undefined {
  const host = domainToASCII(
    text
      .trim()
      .toLowerCase()
      .replace(/^www\./, ''),
  );
  const isHost = /^([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(
    host,
  );
  return isHost && !/^[\d.]+$/.test(host) ? host : undefined;
}
