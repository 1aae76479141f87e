import { Readable } from 'node:stream';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Pool } from '../../database/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { type ChargeRequest, chargeWith } from '../credits/credits-service.ts';
import { effect } from '../idempotency/effects.ts';
import { recordEvent } from './audit.ts';
import type { Caller } from './list.ts';
import { idsAt, membersOf } from './members.ts';
import { type MaterializationInfo, type Snapshot, TIERS, type Tier } from './snapshot.ts';

/** What an export was charged, and what it is pinned to. */
export interface ListExport {
  materialization: MaterializationInfo;
  creditsCharged: number;
  /** The balance afterwards, in credits. */
  creditsRemaining: number;
}

/**
 * Charges the members of a list as enrichment does (contract, section 5), before anything of them is sent: a company
 * paid for within 30 days costs nothing, so a second download is free. Charge and audit entry commit together.
 *
 * @throws Fault insufficient_credits; then nothing was charged.
 */
export function chargeExport(
  pool: Pool,
  clock: Clock,
  caller: Caller,
  requestId: string,
  snapshot: Snapshot,
): Promise<ListExport> {
  const { high: _h, medium: _m, exploratory: _e, added: _a, ...materialization } = snapshot;
  const at = clock.now();
  const request: ChargeRequest = {
    organizationId: caller.organizationId,
    companyIds: membersOf(snapshot).toUint32Array(),
    kind: 'export',
    keyId: caller.keyId,
    requestId,
    at,
  };
  return chargeWith(pool, request, (charge) =>
    effect(pool, caller.memory, async (client) => {
      const { cost, balance } = await charge(client);
      const details = {
        materialization_id: materialization.materializationId,
        members: materialization.counts.total,
        credits_charged: cost,
      };
      await recordEvent(client, caller, snapshot.listId, 'list_exported', details, at);
      return { materialization, creditsCharged: cost, creditsRemaining: balance };
    }),
  );
}

const HEADER =
  'company_id,name,slug,primary_domain,tier,source,partnership_count,industry,employee_range,country,founded_year,domains\n';

/** So many members go out with one COPY: memory stays the same, whatever the size of the list. */
const CHUNK = 20_000;

/**
 * The members of a snapshot as CSV (contract, section 6), in the order of its pages. Reads as fast as it is read from;
 * destroying the stream frees the connection.
 */
export function streamCsv(pool: Pool, snapshot: Snapshot): Readable {
  return Readable.from(csvChunks(pool, snapshot), { objectMode: false });
}

async function* csvChunks(pool: Pool, snapshot: Snapshot): AsyncGenerator<Buffer | string> {
  const client = await pool.connect();
  // Left in the middle of a COPY, the connection is of no more use.
  let midway = false;
  try {
    yield HEADER;
    for (const tier of TIERS) {
      for (let start = 0; start < snapshot[tier].size; start += CHUNK) {
        midway = true;
        for await (const bytes of client.query(copyTo(copyOf(snapshot, tier, start)))) yield bytes;
        midway = false;
      }
    }
  } finally {
    client.release(midway);
  }
}

function copyOf(snapshot: Snapshot, tier: Tier, start: number): string {
  const ids = [...idsAt(snapshot[tier], start, CHUNK)];
  const sources = ids.map((id) => (snapshot.added.has(id) ? 'added' : 'definition'));
  return `COPY (
    SELECT c.id, ${cell('c.name')}, ${cell('c.slug')}, ${cell('c.primary_domain')}, ${pg.escapeLiteral(tier)}, k.source,
      c.partnership_count, ${cell('c.industry')}, c.employee_range, c.country, c.founded_year,
      CASE WHEN c.domain_count = 1 THEN ${cell('c.primary_domain')} ELSE (
        SELECT ${cell('listed.domains')} FROM (
          SELECT string_agg(d.domain, ' ' ORDER BY d.is_primary DESC, d.position, d.domain) AS domains
          FROM company_domain d WHERE d.company_id = c.id) listed) END
    FROM unnest('{${ids.join(',')}}'::int[], '{${sources.join(',')}}'::text[]) WITH ORDINALITY AS k (id, source, place)
    JOIN company c ON c.id = k.id ORDER BY k.place
  ) TO STDOUT (FORMAT csv)`;
}

/** The code points of `= + - @`, tab and carriage return. */
const FORMULA_STARTS = '61, 43, 45, 64, 9, 13';

/** A text that a spreadsheet would run as a formula begins with an apostrophe instead (OWASP, "CSV Injection"). */
function cell(text: string): string {
  return `CASE WHEN ascii(${text}) IN (${FORMULA_STARTS}) THEN '''' || ${text} ELSE ${text} END`;
}
