// Small charts as SVG that follow the light or dark scheme of the reader.

const [WIDTH, HEIGHT] = [640, 320];
const EDGE = { left: 70, right: 160, top: 60, bottom: 45 };
const COLORS = ['#2563eb', '#d97706', '#059669', '#c026d3', '#64748b'];
const STYLE = `text{font:12px system-ui,sans-serif;fill:#1f2937}.grid{stroke:#9ca3af;stroke-opacity:.35}
.title{font-size:14px;font-weight:600}@media(prefers-color-scheme:dark){text{fill:#e5e7eb}.paper{fill:#111827}}`;

const toXml = (text) => String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const label = (value) =>
  new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 }).format(value);
const text = (x, y, value, more = '') => `<text x="${x}" y="${y}" ${more}>${toXml(value)}</text>`;
const line = (x1, y1, x2, y2) => `<line class="grid" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"/>`;

function page(title, unit, height, parts) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">
<title>${toXml(title)}</title><style>${STYLE}</style><rect class="paper" width="${WIDTH}" height="${height}" fill="#ffffff"/>
${text(12, 22, title, 'class="title"')}
${text(12, 42, unit)}
${parts.join('\n')}
</svg>
`;
}

/** Powers of ten that include all values. */
function decades(values) {
  const first = Math.floor(Math.log10(Math.min(...values)));
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...values))));
  return Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index));
}

/**
 * Draws a line for each series, with both axes logarithmic.
 *
 * @param series [{name, points: [[x, y], …]}]; only positive values
 */
export function lineChart({ title, unit, x, series }) {
  const points = series.flatMap((each) => each.points);
  const xs = [...new Set(points.map(([value]) => value))].sort((a, b) => a - b);
  const ticks = decades(points.map(([, value]) => value));
  const scale = (low, high, from, to) => (value) =>
    high === low ? (from + to) / 2 : from + ((to - from) * Math.log(value / low)) / Math.log(high / low);
  const toX = scale(xs[0], xs.at(-1), EDGE.left, WIDTH - EDGE.right);
  const toY = scale(ticks[0], ticks.at(-1), HEIGHT - EDGE.bottom, EDGE.top);
  const grid = ticks.flatMap((tick) => [
    line(EDGE.left, toY(tick), WIDTH - EDGE.right, toY(tick)),
    text(EDGE.left - 8, toY(tick) + 4, label(tick), 'text-anchor="end"'),
  ]);
  const below = xs.map((value) =>
    text(toX(value), HEIGHT - EDGE.bottom + 18, label(value), 'text-anchor="middle"'),
  );
  // Names at the ends of lines that meet would overlap, so they are spread.
  let free = EDGE.top;
  const ends = series.map((each) => toY(each.points.at(-1)[1]));
  const order = series.map((_, index) => index).sort((a, b) => ends[a] - ends[b]);
  const names = order.map((index) => {
    free = Math.max(free, ends[index] + 4);
    const drawn = text(
      WIDTH - EDGE.right + 10,
      free,
      series[index].name,
      `style="fill:${COLORS[index % COLORS.length]}"`,
    );
    free += 15;
    return drawn;
  });
  const lines = series.map(({ points: own }, index) => {
    const color = COLORS[index % COLORS.length];
    const dots = own.map(([a, b]) => `<circle cx="${toX(a)}" cy="${toY(b)}" r="3.5" fill="${color}"/>`);
    const path = own.map(([a, b]) => `${toX(a).toFixed(1)},${toY(b).toFixed(1)}`).join(' ');
    return `<polyline points="${path}" fill="none" stroke="${color}" stroke-width="2"/>${dots.join('')}`;
  });
  const axis = text((EDGE.left + WIDTH - EDGE.right) / 2, HEIGHT - 8, x, 'text-anchor="middle"');
  return page(title, unit, HEIGHT, [...grid, ...below, ...lines, ...names, axis]);
}

/** Draws a bar for each value, from zero. @param bars [{name, value}] */
export function barChart({ title, unit, bars }) {
  const [step, left] = [30, 190];
  const most = Math.max(...bars.map(({ value }) => value));
  const height = EDGE.top + bars.length * step + 12;
  const drawn = bars.map(({ name, value }, index) => {
    const y = EDGE.top + index * step;
    const width = Math.max(1, ((WIDTH - left - 80) * value) / most);
    const color = COLORS[index % COLORS.length];
    return `${text(left - 10, y + 16, name, 'text-anchor="end"')}
<rect x="${left}" y="${y}" width="${width.toFixed(1)}" height="22" rx="3" fill="${color}"/>
${text(left + width + 8, y + 16, label(value))}`;
  });
  return page(title, unit, height, drawn);
}
