import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatNumber } from '../../../lib/format.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { companiesText } from '../../../text/companies.ts';
import classes from './partner-graph.module.css';
import type { Partnership } from './use-partners.ts';

const texts = companiesText.partners;

const MOST_NODES = 50;
const RADIUS = 150;
/** Half of the drawing's width: the ring and a label. */
const HALF = 290;
const LABEL_LENGTH = 22;

interface PartnerGraphProps {
  /** Name of the company in the middle. */
  name: string;
  partnerships: readonly Partnership[];
}

/**
 * The company with its latest partners around it. Each node is a link for the pointer. The table has the same links for the
 * keyboard and for screen readers, so that the drawing is hidden from them.
 */
export function PartnerGraph({ name, partnerships }: PartnerGraphProps) {
  const shown = partnerships.slice(0, MOST_NODES);
  const ring = ringOf(shown.length, RADIUS);
  const most = Math.max(...shown.map(({ observationCount }) => observationCount));
  return (
    <figure className={classes.figure}>
      <svg
        className={classes.graph}
        viewBox={`${-HALF} ${-HALF} ${2 * HALF} ${2 * HALF}`}
        aria-hidden="true"
        data-testid="partner-graph"
      >
        {shown.map((partnership, index) => {
          const node = ring[index];
          const width = widthOf(partnership.observationCount, most);
          return (
            node && <Node key={partnership.partnerSlug} partnership={partnership} node={node} width={width} />
          );
        })}
        <circle className={classes.centre} r={9} />
        <text className={classes.name} y={-14} textAnchor="middle">
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
  node: RingNode;
  /** Width of the line to the centre. */
  width: number;
}

function Node({ partnership: { partnerName, partnerSlug }, node: { x, y, turn, anchor }, width }: NodeProps) {
  return (
    <Link
      to="/app/companies/$identifier"
      params={{ identifier: partnerSlug }}
      tabIndex={-1}
      preload={false}
      className={classes.node}
    >
      <title>{visibleText(partnerName)}</title>
      <line x1={0} y1={0} x2={x} y2={y} strokeWidth={width} />
      <circle cx={x} cy={y} r={5} />
      <text
        transform={`translate(${x} ${y}) rotate(${turn})`}
        x={anchor === 'start' ? 9 : -9}
        textAnchor={anchor}
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

/** A node on the ring, in the units of the drawing. */
interface RingNode {
  readonly x: number;
  readonly y: number;
  /** Turn of the label, in degrees, so that it points away from the centre and is never upside down. */
  readonly turn: number;
  /** Side of the node on which the label begins. */
  readonly anchor: 'start' | 'end';
}

/** Spreads nodes evenly on a ring around (0, 0), clockwise from the top. */
function ringOf(count: number, radius: number): RingNode[] {
  return Array.from({ length: count }, (_, index) => {
    const degrees = (360 * index) / count - 90;
    const radians = (degrees * Math.PI) / 180;
    const isLeft = degrees > 90 && degrees < 270;
    return {
      x: radius * Math.cos(radians),
      y: radius * Math.sin(radians),
      turn: isLeft ? degrees - 180 : degrees,
      anchor: isLeft ? 'end' : 'start',
    };
  });
}

/** Returns the width of a line for a number of observations, between 1 and 5. */
function widthOf(count: number, most: number): number {
  return most <= 1 ? 1 : 1 + (4 * Math.log(Math.max(1, count))) / Math.log(most);
}
