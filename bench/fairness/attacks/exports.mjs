import { COMPRESSED, holdUnread, toText } from '../http.mjs';

const BYTES_PER_SECOND = 16 * 1024;

const slowReaders = (name, count, { users = 1, readBytesPerSecond = BYTES_PER_SECOND } = {}) => ({
  name,
  finding: 4,
  grownMb: 300,
  run: ({ url, keys, prepared, until, histogram }) =>
    holdUnread(
      url,
      count,
      until,
      histogram,
      (number) =>
        toText({
          path: `/v1/lists/${prepared.lists.everything}/export.csv`,
          key: keys[number % users],
          headers: number % 2 === 0 ? {} : COMPRESSED,
        }),
      { readBytesPerSecond, first: (head) => histogram.add(nameOf(head)) },
    ),
});

/** A refusal is small: its headers and its body arrive at once. */
function nameOf(head) {
  const [, status = '???'] = /^HTTP\/1\.1 (\d{3})/.exec(head) ?? [];
  const [, code] = /"error":"(\w+)"/.exec(head) ?? [];
  return code === undefined ? status : `${status} ${code}`;
}

export const EXPORTS = [
  slowReaders('export-slow-10', 10),
  slowReaders('export-slow-50', 50, { users: 5 }),
  slowReaders('export-unread-50', 50, { users: 5, readBytesPerSecond: 1 }),
];
