import { printCells, say } from '../filters/report.mjs';
import { describe, undocumented } from './histogram.mjs';

const [P50_MS, P99_MS, HELD_MB] = [50, 500, 50];

/**
 * Compares the effect of an attack on the service with the targets.
 *
 * @returns {faults, cells}: every missed target in words, and the row of the table
 */
export function judge(attack, { lookUps, usual, answers, grownMb, heldMb, ended }, statusOf) {
  const failed = Object.values(lookUps.failed).reduce((sum, count) => sum + count, 0);
  const strange = undocumented(answers, statusOf);
  const others = attack.all === undefined ? [] : Object.keys(answers).filter((name) => name !== attack.all);
  const faults = [
    ended && 'the process ended',
    failed > 0 && `${failed} look-ups failed (${describe(lookUps.failed)})`,
    lookUps.p50 >= P50_MS && `p50 ${Math.round(lookUps.p50)} ms, not below ${P50_MS}`,
    lookUps.p99 >= P99_MS && `p99 ${Math.round(lookUps.p99)} ms, not below ${P99_MS}`,
    grownMb > attack.grownMb && `memory grew by ${Math.round(grownMb)} MiB, more than ${attack.grownMb}`,
    heldMb === undefined && !ended && 'memory could not be measured after the attack',
    heldMb > HELD_MB && `${Math.round(heldMb)} MiB were still held after a collection, more than ${HELD_MB}`,
    strange.length > 0 && `undocumented: ${strange.join(', ')}`,
    others.length > 0 && `not all were ${attack.all}: ${others.join(', ')}`,
  ].filter(Boolean);
  const number = (value, digits = 0) => (value === undefined ? '–' : value.toFixed(digits));
  return {
    faults,
    cells: [
      attack.name,
      `${attack.finding}`,
      `${lookUps.sent}`,
      `${failed}`,
      number(lookUps.p50, 1),
      number(lookUps.p99, 1),
      number(usual && lookUps.p50 / usual.p50, 1),
      number(grownMb),
      number(heldMb),
      faults.length === 0 ? 'met' : 'MISSED',
    ],
  };
}

const HEAD = [
  'attack',
  'finding',
  'look-ups',
  'failed',
  'p50 ms',
  'p99 ms',
  'p50 to before',
  'grown MiB',
  'held MiB',
  '',
];

export function printAttacks(title, judged) {
  printCells(
    title,
    HEAD,
    judged.map(({ cells }) => cells),
  );
}

/** Reports one attack as soon as it is over, because a run takes an hour. */
export function sayOutcome({ name }, { answers, lookUps }, { faults }) {
  const times = `p50 ${lookUps.p50?.toFixed(1)} ms, p99 ${lookUps.p99?.toFixed(1)} ms, longest ${lookUps.longest?.toFixed(0)} ms`;
  say(`  ${name}: ${lookUps.sent} look-ups, ${times}; answers ${describe(answers)}`);
  for (const fault of faults) say(`    MISSED: ${fault}`);
}
