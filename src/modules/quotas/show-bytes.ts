const UNITS = ['bytes', 'KiB', 'MiB', 'GiB'] as const;

/** Formats a number of bytes for people, such as `256 MiB` or `1.5 KiB`. */
export function showBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${Number(value.toFixed(1))} ${UNITS[unit]}`;
}
