/** Formats a number with three digits; a dash if there is none. */
export const show = (value) => {
  if (value === undefined || !Number.isFinite(value)) return '–';
  return value >= 1000 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)));
};

/** Formats a median with the smallest and the largest value, unless they read the same, as after a single round. */
export function spread(each) {
  if (!each) return '–';
  const [middle, least, greatest] = [each.median, each.least, each.greatest].map(show);
  return least === greatest ? middle : `${middle} (${least} to ${greatest})`;
}

/** Formats the value of a target (`judge`) with its unit. */
export const showMeasured = ({ value, unit }) =>
  value === undefined ? 'not measured' : `${show(value)} ${unit}`.trim();
