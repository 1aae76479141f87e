import type { ColumnValues } from './company-columns.ts';

/** A company (spec, section 2.1). Unknown values are null; REST omits them. */
export interface Company extends ColumnValues {
  companyId: number;
  /** The primary domain first, the others in the order of the source. */
  domains: string[];
  investors: string[];
}

/** A technology of the catalogue. */
export interface Technology {
  technologyId: number;
  techKey: string;
  displayName: string;
  category: string | null;
}

/** A technology detected at a company. Timestamps are ISO 8601 in UTC. */
export interface DetectedTechnology extends Technology {
  detectionCount: number;
  firstSeen: string;
  lastSeen: string;
}

/** A partner of a company, merged from both directions (contract, section 5). Timestamps are ISO 8601 in UTC. */
export interface Partnership {
  partnerId: number;
  partnerName: string;
  partnerDomain: string;
  partnerSlug: string;
  firstObservedAt: string;
  lastObservedAt: string;
  observationCount: number;
  /** Reserved (spec, section 2.7). Rows never have the keys, which keeps them small. */
  category?: null;
  description?: null;
}
