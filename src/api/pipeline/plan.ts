import { type Analysis, analyze } from '../../graphql/analysis/analyze.ts';
import type { Context } from '../../graphql/context.ts';
import { findTooLargeToCharge } from '../../graphql/limits/answer-size.ts';
import { refusalsOf } from '../../graphql/limits/refusals.ts';
import { type Charge, ONE_READ } from '../../lib/cost-class.ts';
import type { Fault } from '../../lib/fault.ts';
import type { WorkKind } from '../../modules/limits/work-queue.ts';
import { schema } from '../schema.ts';
import type { Operation } from './operation.ts';

/** What an operation takes, known before it runs. */
export interface Plan {
  /** Undefined if the document has no such operation, which execution reports. */
  analysis: Analysis | undefined;
  /** Points of the rate limit, by class. */
  charges: readonly Charge[];
  /** Kind of the slot that it runs in; undefined if it is not heavy. */
  slot: WorkKind | undefined;
}

/** Plans an operation, and notes what is known of it. The analysis of a document is kept with it. */
export function planOf({ document, operationName, variables, context }: Operation): Plan {
  const { report, services } = context;
  const analysis = analyze(schema, document, operationName, variables);
  const charges = analysis?.charges ?? ONE_READ;
  if (analysis) {
    report.cost = analysis.cost;
    report.charges = charges;
    report.costs = { ...analysis.classes };
    report.pageSize = analysis.pageSize;
  }
  const isLarge = analysis !== undefined && analysis.cost >= (services.work?.largeCost ?? Infinity);
  return { analysis, charges, slot: analysis?.heavyClass ?? (isLarge ? 'large' : undefined) };
}

/** Operation that exceeds limits. Callers learn of all of them at once. */
export class LimitsExceeded extends Error {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super('the operation exceeds limits');
    this.faults = faults;
  }
}

/** Refuses an operation that is too large. @throws LimitsExceeded */
export function requireAllowed({ analysis }: Plan, { limits, report }: Context): void {
  if (!analysis) return;
  report.maxCost = limits.maxCost;
  const tooLarge = findTooLargeToCharge(analysis.nodes, { limits, report });
  const faults = [...refusalsOf(analysis, limits), ...(tooLarge ? [tooLarge] : [])];
  if (faults.length > 0) throw new LimitsExceeded(faults);
}

/** Least that a document can cost, whatever its variables: one point of each class that it uses. */
export function minimumCharges(document: Operation['document']): readonly Charge[] {
  const charges = analyze(schema, document, undefined, {})?.charges ?? ONE_READ;
  return charges.map(({ costClass }) => ({ costClass, points: 1 }));
}
