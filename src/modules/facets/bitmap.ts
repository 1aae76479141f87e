import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { default as Roaring } from 'roaring';
import { reason } from '../../database/errors.ts';
import { StartupError } from '../../lib/fault.ts';
import { packagePath } from '../../lib/files.ts';

/** The library of bitmaps. It is native: where it was not compiled, it cannot be loaded. */
export const roaring = load();

/** @throws StartupError that says what to do */
function load(): typeof Roaring {
  try {
    const require = createRequire(import.meta.url);
    refuseFetched(dirname(require.resolve('roaring')));
    return require('roaring');
  } catch (error) {
    const text = reason(error);
    const remedy = text.includes("'roaring'")
      ? 'install the packages again'
      : `run: node ${packagePath('tools/compile-roaring.mjs')}`;
    throw new StartupError(
      `the native library roaring cannot be loaded (${text.slice(0, 200)}); install python3, make and g++, then ${remedy}`,
      { cause: error },
    );
  }
}

/**
 * Refuses a binary that the install script of the library fetched, because nothing verifies it. Some versions of npm run that
 * script without asking. A compiler leaves its result in build/, and the library may load a copy of it.
 */
function refuseFetched(folder: string): void {
  const [native, compiled] = [join(folder, 'native'), join(folder, 'build/Release/roaring.node')];
  if (!existsSync(compiled)) throw new Error('it was not compiled here');
  const binary = readFileSync(compiled);
  for (const name of existsSync(native) ? readdirSync(native) : []) {
    const copy = join(native, name, 'roaring.node');
    if (existsSync(copy) && !readFileSync(copy).equals(binary))
      throw new Error(`${copy} was not compiled here`);
  }
}

/** A set of company ids: a Roaring bitmap (Lemire et al., Software: Practice and Experience 48(4), 2018). */
export const Bitmap = roaring.RoaringBitmap32;
export type Bitmap = Roaring.RoaringBitmap32;
export type ReadonlyBitmap = Roaring.ReadonlyRoaringBitmap32;

/** The empty set, frozen. */
export const NO_IDS: ReadonlyBitmap = new Bitmap().freeze();

/**
 * Empty bitmaps to be used again. The garbage collector visits each one that nobody uses any more while nothing else runs: ten
 * thousand of them cost it 40 ms.
 */
const spare: Bitmap[] = [];
const MOST_SPARE = 8_192;

/** Returns a copy of a set, which may be given back. */
export function copyOf(ids: ReadonlyBitmap): Bitmap {
  return (spare.pop() ?? new Bitmap()).copyFrom(ids);
}

/** Returns the intersection of two sets, which may be given back. */
export function intersectionOf(a: ReadonlyBitmap, b: ReadonlyBitmap): Bitmap {
  return a.size < b.size ? copyOf(a).andInPlace(b) : copyOf(b).andInPlace(a);
}

/** Frees a bitmap, for others to use it. Its holder gives it back once, and never touches it again. */
export function giveBack(ids: Bitmap): void {
  ids.clear();
  if (spare.length < MOST_SPARE) spare.push(ids);
}

/** Serializes to the portable format, which CRoaring, Java and Go read as well. */
export function serialize(bitmap: Bitmap): Uint8Array {
  bitmap.runOptimize();
  return bitmap.serialize('portable');
}

/** Serializes a bitmap that stays as it is. */
export function serializeCopy(ids: ReadonlyBitmap): Uint8Array {
  const copy = ids.clone();
  const bytes = serialize(copy);
  copy.dispose();
  return bytes;
}

export function deserialize(bytes: Uint8Array): Bitmap {
  return Bitmap.deserialize(bytes, 'portable');
}

/** Deserializes a bitmap from base64. */
export function fromBase64(text: string): Bitmap {
  return deserialize(Buffer.from(text, 'base64'));
}

/** Decodes `string_agg(int4send(id), '')`: ids of 4 bytes each, big-endian. Swaps the bytes of the buffer in place. */
export function fromInt4s(bytes: Buffer): Bitmap {
  // A view of 32-bit integers must begin at a multiple of four.
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : Buffer.from(new Uint8Array(bytes).buffer);
  aligned.swap32();
  return new Bitmap(new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length / 4));
}

/** Decodes `ARRAY(SELECT id …)::text`, such as `{1,2}`: the fastest format for a few ids, not for thousands. */
export function fromArrayText(text: string): Bitmap {
  const ids = new Bitmap();
  for (const id of JSON.parse(`[${text.slice(1, -1)}]`)) ids.add(id);
  return ids;
}

/** Growable list of ids, the fastest way to build a bitmap id by id. */
export class IdList {
  #ids = new Uint32Array(16);
  #length = 0;

  push(id: number): void {
    if (this.#length === this.#ids.length) {
      const grown = new Uint32Array(this.#length * 2);
      grown.set(this.#ids);
      this.#ids = grown;
    }
    this.#ids[this.#length] = id;
    this.#length += 1;
  }

  toBitmap(): Bitmap {
    return new Bitmap(this.#ids.subarray(0, this.#length));
  }
}

/** Returns the union of sets. */
export function union(sets: readonly { ids: Bitmap }[]): Bitmap {
  return Bitmap.orMany(sets.map(({ ids }) => ids));
}

/** Returns the list of a key, made with the first id. */
export function listOf<K>(lists: Map<K, IdList>, key: K): IdList {
  let ids = lists.get(key);
  if (ids === undefined) {
    ids = new IdList();
    lists.set(key, ids);
  }
  return ids;
}
