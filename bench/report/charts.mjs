// Charts as SVG that follow the light or dark scheme of the reader.

const [WIDTH, HEIGHT] = [720, 340];
const EDGE = { left: 70, right: 215, top: 62, bottom: 45 };
/** Colours that can be read on the paper of their scheme, also as text. */
const LIGHT = ['#2563eb', '#b45309', '#047857', '#a21caf', '#475569'];
const DARK = ['#60a5fa', '#fbbf24', '#34d399', '#e879f9', '#cbd5e1'];
const STYLE = `text{font:12px system-ui,sans-serif;fill:#1f2937}.paper{fill:#fff}.grid{stroke:#9ca3af;stroke-opacity:.35}
text.title{font-size:14px;font-weight:600}polyline{fill:none;stroke-width:2}${palette(LIGHT)}
@media(prefers-color-scheme:dark){text{fill:#e5e7eb}.paper{fill:#111827}${palette(DARK)}}`;
/** Width of a digit of a label, and the distance between names. */
const [DIGIT, NAME_HEIGHT] = [7, 15];

function palette(colors) {
  return colors.map((color, index) => `.c${index}{fill:${color};stroke:${color}}`).join('');
}

/** Contestants that have the same colour in every chart. The other names get the colours that remain. */
const COLORED = ['ours', 'fastify + pg', 'PostGraphile 5'];

/** Returns the class of the colour of each name. */
function colorsOf(names) {
  const isFree = (_, index) => !names.includes(COLORED[index]);
  const free = LIGHT.map((_, index) => index).filter(isFree);
  let next = 0;
  return names.map((name) => {
    const fixed = COLORED.indexOf(name);
    return `c${fixed >= 0 ? fixed : (free[next++] ?? next % LIGHT.length)}`;
  });
}

/** A picture stands alone, so it names the service. */
const nameOf = (name) => (name === 'ours' ? 'this service' : name);

const toXml = (text) => String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const label = (value) =>
  new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 }).format(value);
const text = (x, y, value, more = '') => `<text x="${x}" y="${y}" ${more}>${toXml(value)}</text>`;
const line = (x1, y1, x2, y2) => `<line class="grid" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"/>`;
const round = (value) => Number(value.toFixed(1));

/** @param groups texts and shapes that belong together, such as all lines */
function page(title, unit, groups) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img">
<title>${toXml(`${title}, ${unit}`)}</title><style>${STYLE}</style><rect class="paper" width="${WIDTH}" height="${HEIGHT}"/>
${text(12, 22, title, 'class="title"')}${text(12, 41, unit)}
${groups.map((parts) => parts.join('')).join('\n')}
</svg>
`;
}

/** Returns ticks that include all values: powers of ten, and 2 and 5 times these if the values lie close together. */
function ticksOf(values) {
  const [least, greatest] = [Math.min(...values), Math.max(...values)];
  const steps = greatest / least < 50 ? [1, 2, 5] : [1];
  const first = Math.floor(Math.log10(least));
  const last = Math.ceil(Math.log10(greatest)) + 1;
  const all = [];
  for (let power = first; power <= last; power++)
    all.push(...steps.map((step) => Number((step * 10 ** power).toPrecision(1))));
  const from = all.findLastIndex((tick) => tick <= least);
  return all.slice(from, all.findIndex((tick, index) => tick >= greatest && index > from) + 1);
}

/** Returns a height for each name, near its end of a line, such that no two overlap and none leaves the chart. */
function spreadNames(ends) {
  const order = ends.map((_, index) => index).sort((a, b) => ends[a] - ends[b]);
  const heights = [];
  let free = EDGE.top;
  for (const index of order) {
    heights[index] = Math.max(free, ends[index]);
    free = heights[index] + NAME_HEIGHT;
  }
  let last = HEIGHT - EDGE.bottom;
  for (const index of order.toReversed()) {
    heights[index] = Math.min(last, heights[index]);
    last = heights[index] - NAME_HEIGHT;
  }
  return heights;
}

/**
 * Draws a line for each series, with both axes logarithmic. Its name stands at its end, with the last value.
 *
 * @param series [{name, points: [[x, y], …]}]; only positive values
 */
export function lineChart({ title, unit, x, series }) {
  const points = series.flatMap((each) => each.points);
  const xs = [...new Set(points.map(([value]) => value))].sort((a, b) => a - b);
  const ticks = ticksOf(points.map(([, value]) => value));
  const scale = (low, high, from, to) => (value) =>
    round(
      high === low ? (from + to) / 2 : from + ((to - from) * Math.log(value / low)) / Math.log(high / low),
    );
  const right = WIDTH - EDGE.right;
  const toX = scale(xs[0], xs.at(-1), EDGE.left, right);
  const toY = scale(ticks[0], ticks.at(-1), HEIGHT - EDGE.bottom, EDGE.top);
  const grid = ticks.flatMap((tick) => [
    line(EDGE.left, toY(tick), right, toY(tick)),
    text(EDGE.left - 8, toY(tick) + 4, label(tick), 'text-anchor="end"'),
  ]);
  // Labels of sizes that are close together would overlap.
  let free = 0;
  const below = xs.flatMap((value) => {
    const half = (label(value).length * DIGIT) / 2;
    if (toX(value) - half < free) return [];
    free = toX(value) + half;
    return [text(toX(value), HEIGHT - EDGE.bottom + 18, label(value), 'text-anchor="middle"')];
  });
  const heights = spreadNames(series.map((each) => toY(each.points.at(-1)[1]) + 4));
  const colors = colorsOf(series.map(({ name }) => name));
  const names = series.map(({ name, points: own }, index) =>
    text(
      right + 10,
      heights[index],
      `${nameOf(name)}: ${label(own.at(-1)[1])}`,
      `class="${colors[index]}" stroke-width="0"`,
    ),
  );
  const lines = series.map(({ points: own }, index) => {
    const dots = own.map(([a, b]) => `<circle cx="${toX(a)}" cy="${toY(b)}" r="3.5"/>`);
    const path = own.map(([a, b]) => `${toX(a)},${toY(b)}`).join(' ');
    return `<g class="${colors[index]}"><polyline points="${path}"/>${dots.join('')}</g>`;
  });
  const axis = text((EDGE.left + right) / 2, HEIGHT - 8, x, 'text-anchor="middle"');
  return page(title, unit, [grid, [...below, axis], lines, names]);
}
