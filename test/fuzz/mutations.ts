import { parquetMetadata } from 'hyparquet';
import type { Random } from './random.ts';

/** A file with the places where its structure stands, which mutations prefer. */
export interface Sample {
  name: string;
  bytes: Buffer;
  /** Positions of headers, lengths and footers. */
  places: readonly number[];
}

/** A changed file, and how it was changed. */
export interface Mutant {
  bytes: Buffer;
  mutation: string;
}

const EXTREMES = [0, 1, 0x7f, 0x80, 0xfe, 0xff];
const LENGTHS = [0, 1, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xffffffff];
/** Bytes after a place that belong to the same header. */
const HEADER_BYTES = 48;

type Mutate = (bytes: Buffer, at: number, random: Random) => Buffer;

const MUTATIONS: Readonly<Record<string, Mutate>> = {
  flip(bytes, at, random) {
    const changed = Buffer.from(bytes);
    for (let left = 1 + random.below(4); left > 0; left -= 1) {
      const place = Math.min(at + random.below(8), bytes.length - 1);
      changed[place] = (changed[place] ?? 0) ^ (1 << random.below(8));
    }
    return changed;
  },
  set(bytes, at, random) {
    const end = Math.min(at + 1 + random.below(4), bytes.length);
    return Buffer.from(bytes).fill(random.pick(EXTREMES), at, end);
  },
  length(bytes, at, random) {
    const changed = Buffer.from(bytes);
    if (at + 4 <= bytes.length) changed.writeUInt32LE(random.pick(LENGTHS), at);
    return changed;
  },
  truncate: (bytes, at) => bytes.subarray(0, at),
  remove: (bytes, at, random) =>
    Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + random.below(64))]),
  repeat(bytes, at, random) {
    const part = bytes.subarray(at, at + 1 + random.below(400));
    return Buffer.concat([
      bytes.subarray(0, at),
      ...random.times(2 + random.below(40), () => part),
      bytes.subarray(at),
    ]);
  },
  splice(bytes, at, random) {
    const from = random.below(bytes.length);
    return Buffer.concat([
      bytes.subarray(0, at),
      bytes.subarray(from, from + random.below(400)),
      bytes.subarray(at),
    ]);
  },
  append: (bytes, at) => Buffer.concat([bytes, bytes.subarray(at)]),
  noise(bytes, at, random) {
    return Buffer.concat([
      bytes.subarray(0, at),
      Buffer.from(random.times(16, () => random.below(256))),
      bytes.subarray(at),
    ]);
  },
};

/** Changes a file once to three times. Half of the changes concern its structure. */
export function mutate({ bytes, places }: Sample, random: Random): Mutant {
  let changed = bytes;
  const names: string[] = [];
  for (let left = 1 + random.below(3); left > 0 && changed.length > 0; left -= 1) {
    const [name, change] = random.pick(Object.entries(MUTATIONS));
    const place = random.chance(0.5)
      ? random.pick(places) + random.below(HEADER_BYTES)
      : random.below(changed.length);
    const at = Math.min(place, changed.length - 1);
    names.push(`${name}@${at}`);
    changed = change(changed, at, random);
  }
  return { bytes: changed, mutation: names.join(' ') };
}

/** Returns the places of a Parquet file: its pages, and points of its footer. */
export function placesOfParquet(bytes: Buffer): number[] {
  const { row_groups } = parquetMetadata(new Uint8Array(bytes));
  const footer = bytes.length - 8 - bytes.readUInt32LE(bytes.length - 8);
  const pages = row_groups.flatMap(({ columns }) =>
    columns.flatMap(({ meta_data }) => [meta_data?.data_page_offset, meta_data?.dictionary_page_offset]),
  );
  const points = Array.from(
    { length: 8 },
    (_, index) => footer + Math.floor(((bytes.length - footer) * index) / 8),
  );
  return [...pages.flatMap((page) => (page === undefined ? [] : Number(page))), ...points, bytes.length - 8];
}
