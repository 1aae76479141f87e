import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatNumber } from '../../../lib/format.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { companiesText } from '../../../text/companies.ts';
import classes from './partner-graph.module.css';
import type { Partnership } from './use-partners.ts';

const texts = companiesText.partners;

/** More would need labels that are too small to read. */
const MOST_NODES = 20;
/** Distance of the nodes from the centre, and of one from the next, in the units of the drawing. */
const REACH = 110;
const STEP = 28;
/** Half of the drawing's width: a line and a label. */
const HALF = 290;
const LABEL_LENGTH = 22;

interface PartnerGraphProps {
  /** Name of the company in the middle. */
  name: string;
  partnerships: readonly Partnership[];
}

/**
 * The company with its latest partners at both sides, with labels that read from left to right. Each node is a link for the
 * pointer. The table has the same links for the keyboard and for screen readers, so that the drawing is hidden from them.
 */
export function PartnerGraph({ name, partnerships }: PartnerGraphProps) {
  const shown = partnerships.slice(0, MOST_NODES);
  const most = Math.max(...shown.map(({ observationCount }) => observationCount));
  const half = (Math.ceil(shown.length / 2) * STEP) / 2 + STEP;
  return (
    <figure className={classes.figure}>
      <svg
        className={classes.graph}
        viewBox={`${-HALF} ${-half} ${2 * HALF} ${2 * half}`}
        aria-hidden="true"
        data-testid="partner-graph"
      >
        {shown.map((partnership, index) => (
          <Node
            key={partnership.partnerSlug}
            partnership={partnership}
            place={placeOf(index, shown.length)}
            width={widthOf(partnership.observationCount, most)}
          />
        ))}
        <circle className={classes.centre} r={9} />
        <text className={classes.name} y={-16} textAnchor="middle">
          {short(name)}
        </text>
      </svg>
      <Text component="figcaption" size="sm" c="dimmed">
        {texts.graphNote(formatNumber(shown.length))}
      </Text>
    </figure>
  );
}

interface NodeProps {
  partnership: Partnership;
  place: Place;
  /** Width of the line to the centre. */
  width: number;
}

function Node({ partnership: { partnerName, partnerSlug }, place: { x, y }, width }: NodeProps) {
  const isLeft = x < 0;
  return (
    <Link
      to="/app/companies/$identifier"
      params={{ identifier: partnerSlug }}
      tabIndex={-1}
      preload={false}
      className={classes.node}
    >
      <title>{visibleText(partnerName)}</title>
      <path d={`M 0 0 C ${x / 2} 0 ${x / 2} ${y} ${x} ${y}`} fill="none" strokeWidth={width} />
      <circle cx={x} cy={y} r={5} />
      <text
        x={x + (isLeft ? -10 : 10)}
        y={y}
        textAnchor={isLeft ? 'end' : 'start'}
        dominantBaseline="central"
      >
        {short(partnerName)}
      </text>
    </Link>
  );
}

function short(name: string): string {
  const shown = visibleText(name);
  return shown.length > LABEL_LENGTH ? `${shown.slice(0, LABEL_LENGTH - 1).trimEnd()}…` : shown;
}

/** Place of a node around (0, 0), in the units of the drawing. */
interface Place {
  readonly x: number;
  readonly y: number;
}

/** Returns the place of a node: the first half of them at the left, the others at the right, each from the top. */
function placeOf(index: number, count: number): Place {
  const atLeft = Math.ceil(count / 2);
  const isLeft = index < atLeft;
  const [place, others] = isLeft ? [index, atLeft] : [index - atLeft, count - atLeft];
  return { x: isLeft ? -REACH : REACH, y: (place - (others - 1) / 2) * STEP };
}

/** Returns the width of a line for a number of observations, between 1 and 5. */
function widthOf(count: number, most: number): number {
  return most <= 1 ? 1 : 1 + (4 * Math.log(Math.max(1, count))) / Math.log(most);
}
