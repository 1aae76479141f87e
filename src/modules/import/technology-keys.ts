import { textKey } from '../../lib/text-key.ts';
import { InvalidField } from './fields.ts';

/** A technology with what names it. */
export interface NamedTechnology {
  tech_key: string;
  display_name: string;
}

/** Characters that tell names apart and have words: `C`, `C++` and `C#` are three technologies. */
const SIGNS: Readonly<Record<string, string>> = { '+': ' plus ', '#': ' sharp ', '&': ' and ', '@': ' at ' };
const ACCENTS = /[\u0300-\u036f]/g;
const MAX_KEY_LENGTH = 200;

/** Finds the keys of technologies that are given by their names. */
export class TechnologyKeys {
  /** Keys by names. Of technologies with one name, the first counts. */
  readonly #byName = new Map<string, string>();
  /** Names by keys. */
  readonly #names = new Map<string, string>();

  constructor(known: readonly NamedTechnology[]) {
    for (const { tech_key, display_name } of known) {
      const name = nameKey(display_name);
      if (!this.#byName.has(name)) this.#byName.set(name, tech_key);
      this.#names.set(tech_key, display_name);
    }
  }

  /**
   * Returns the key of the technology that has the name, in any case, or that has it as its key. Makes a key of the name
   * if there is none (`deriveTechnologyKey`).
   *
   * @throws InvalidField if no key can be made, or it belongs to another name: two technologies would become one.
   */
  keyOf(name: string, field: string): string {
    const known = this.#byName.get(nameKey(name));
    if (known !== undefined) return known;
    const key = this.#names.has(name) ? name : deriveTechnologyKey(name);
    if (key === '') throw new InvalidField(field, 'has no letter or digit to make a tech_key of; state one');
    const owner = this.#names.get(key);
    if (owner !== undefined && key !== name && deriveTechnologyKey(owner) !== key)
      throw new InvalidField(
        field,
        `makes the tech_key "${key}", which is that of ${JSON.stringify(owner)}; state a tech_key`,
      );
    this.#byName.set(nameKey(name), key);
    this.#names.set(key, owner ?? name);
    return key;
  }
}

/**
 * Makes a key of a name: `Apache Kafka` → `apache-kafka`. Letters lose case and accents, `+`, `#`, `&` and `@` become
 * words, and hyphens stand for all other characters.
 */
export function deriveTechnologyKey(name: string): string {
  return textKey(name)
    .normalize('NFD')
    .replace(ACCENTS, '')
    .replace(/[+#&@]/g, (sign) => SIGNS[sign] ?? sign)
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .slice(0, MAX_KEY_LENGTH)
    .replace(/^-|-$/g, '');
}

function nameKey(name: string): string {
  return textKey(name).replace(/\s+/g, ' ');
}
