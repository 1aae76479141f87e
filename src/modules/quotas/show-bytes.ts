const UNITS = ['bytes', 'KiB', 'MiB', 'GiB'] as const;

/** A number of bytes for people: `256 MiB`, `1.5 KiB`. */
export function showBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${Number(value.toFixed(1))} ${UNITS[unit]}`;
}
