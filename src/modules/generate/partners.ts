import type { CompanyTraits } from './companies.ts';
import { NETWORK_SLOT, SLOTS } from './industries.ts';
import { COUNTRY_PERIOD, countryOf, industrySlot } from './names.ts';
import { createZipf, hash, Random } from './random.ts';
import { StackDrawer } from './stack.ts';
import { PROFILES } from './technologies.ts';
import { createVendorIndexes, VENDOR_OF, VENDORS } from './vendors.ts';

const VENDOR_STREAM = 61;
const MUTUAL_STREAM = 41;
const MEAN_PEERS = 1.35;
/** Chance that a technology makes its vendor a partner. */
const PARTNER_CHANCE = 0.11;
/** Share of the companies which do not sell technology that have such partners at all. */
const USERS_WITH_VENDORS = 0.08;
/** Rows of the vendor in place r, for each thousand companies: this divided by r + 3. */
const VENDOR_ROWS = 8;
const VENDOR_TRIES = 20;
const PEER_TRIES = 5;
const DIGITAL = PROFILES.indexOf('digital');
const SERVICES = PROFILES.indexOf('services');

/** Draws the partners that a company names. */
export class PartnerDrawer {
  readonly #count: number;
  readonly #seed: number;
  readonly #traitsOf: (index: number) => CompanyTraits;
  readonly #vendors: ReturnType<typeof createVendorIndexes>;
  readonly #stacks: StackDrawer;
  readonly #drawVendor = createZipf(VENDORS.length, 1);
  /** Remainders of the indexes of each country's companies, by its code. */
  readonly #residues = new Map<string, number[]>();

  constructor(
    count: number,
    traitsOf: (index: number) => CompanyTraits,
    { seed, share }: { seed: number; share: number },
  ) {
    this.#count = count;
    this.#seed = seed;
    this.#traitsOf = traitsOf;
    this.#vendors = createVendorIndexes(count);
    this.#stacks = new StackDrawer(seed, share);
    for (let residue = 0; residue < COUNTRY_PERIOD; residue += 1) {
      const { code } = countryOf(seed, residue);
      this.#residues.set(code, [...(this.#residues.get(code) ?? []), residue]);
    }
  }

  /** Returns the indexes of the partners that a company names, without itself. */
  draw(random: Random, company: CompanyTraits): Set<number> {
    const partners = new Set<number>();
    if (company.vendor >= 0) this.#addCustomers(random, company, partners);
    else if (isNetwork(company.index)) this.#addNetwork(random, company, partners);
    else {
      for (const vendor of this.#vendorsOf(company)) partners.add(vendor);
      const peers = Math.min(Math.floor(random.exponential(MEAN_PEERS)), Math.floor(this.#count / 4));
      for (let tries = 0; tries < peers; tries += 1) {
        const peer = this.#drawPeer(random, company);
        if (peer >= 0) partners.add(peer);
      }
    }
    this.#addNeighbours(company.index, partners);
    partners.delete(company.index);
    return partners;
  }

  /** Returns the vendors whose technologies a company uses and that are its partners: always the same for a company. */
  #vendorsOf(company: CompanyTraits): Set<number> {
    const found = new Set<number>();
    const random = new Random(hash(this.#seed, VENDOR_STREAM), company.index);
    if (!sellsTechnology(company) && !random.chance(USERS_WITH_VENDORS)) return found;
    for (const technology of this.#stacks.draw(company)) {
      const vendor = VENDOR_OF[technology] ?? -1;
      const index = vendor < 0 ? -1 : this.#vendors.indexOf(vendor);
      if (index >= 0 && random.chance(PARTNER_CHANCE)) found.add(index);
    }
    return found;
  }

  /** Adds some of the companies that name the vendor as their partner, so that both sides observe it. */
  #addCustomers(random: Random, { index, vendor }: CompanyTraits, partners: Set<number>): void {
    const wanted = Math.floor((this.#count / 1000) * (VENDOR_ROWS / (vendor + 3)));
    for (let tries = wanted * VENDOR_TRIES; tries > 0 && partners.size < wanted; tries -= 1) {
      const company = this.#traitsOf(random.below(this.#count));
      // Asked first, because most others have no vendor and their technologies cost time.
      if (isNetwork(company.index) || !sellsTechnology(company)) continue;
      if (this.#vendorsOf(company).has(index)) partners.add(company.index);
    }
  }

  /** Adds the vendors that a network resells, and its customers, most of which are of its country. */
  #addNetwork(random: Random, company: CompanyTraits, partners: Set<number>): void {
    const wanted = Math.min(80 + random.below(30), Math.floor(this.#count / 4));
    for (let vendors = 5 + random.below(6); vendors > 0; vendors -= 1) {
      const index = this.#vendors.indexOf(this.#drawVendor(random));
      if (index >= 0) partners.add(index);
    }
    for (let tries = wanted * 2; tries > 0 && partners.size < wanted; tries -= 1) {
      const customer = random.chance(0.7) ? this.#drawCompatriot(random, company) : random.below(this.#count);
      if (this.#vendors.vendorAt(customer) < 0) partners.add(customer);
    }
  }

  /** Draws a company of an industry that works with the company's, most often of its country. -1 if none is found. */
  #drawPeer(random: Random, company: CompanyTraits): number {
    const mayBeFar = random.chance(0.25);
    for (let tries = PEER_TRIES; tries > 0; tries -= 1) {
      const peer = mayBeFar ? random.below(this.#count) : this.#drawCompatriot(random, company);
      if (this.#vendors.vendorAt(peer) < 0 && worksWith(company, peer)) return peer;
    }
    return -1;
  }

  #drawCompatriot(random: Random, { country }: CompanyTraits): number {
    const residues = this.#residues.get(country.code) ?? [];
    const residue = residues[random.below(residues.length)] ?? 0;
    const index = residue + COUNTRY_PERIOD * random.below(Math.ceil(this.#count / COUNTRY_PERIOD));
    return index < this.#count ? index : random.below(this.#count);
  }

  /** Some companies of one country observe each other, which gives pairs observed from both sides. */
  #addNeighbours(index: number, partners: Set<number>): void {
    const distance = this.#count > 2 * COUNTRY_PERIOD ? COUNTRY_PERIOD : 1;
    for (const [first, other] of [
      [index, index + distance],
      [index - distance, index - distance],
    ] as const) {
      const isMutual = hash(hash(this.#seed, MUTUAL_STREAM), first) % 10 === 0;
      if (first < 0 || first + distance >= this.#count || !isMutual) continue;
      if (this.#vendors.vendorAt(first) < 0 && this.#vendors.vendorAt(first + distance) < 0)
        partners.add(other);
    }
  }
}

function isNetwork(index: number): boolean {
  return index % SLOTS.length === NETWORK_SLOT;
}

function sellsTechnology({ slot: { industry } }: CompanyTraits): boolean {
  return industry.profile === DIGITAL || industry.name === 'Consulting' || industry.name === 'Advertising';
}

/** Companies work with those of the same kind, and all of them with suppliers of technology, advice and transport. */
function worksWith(company: CompanyTraits, peer: number): boolean {
  const { industry } = industrySlot(peer);
  const { profile } = company.slot.industry;
  if (industry.profile === profile || industry.profile === DIGITAL || profile === DIGITAL) return true;
  return industry.profile === SERVICES || industry.name === 'Logistics';
}
