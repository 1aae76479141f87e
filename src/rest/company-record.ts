import type { GetCompanyQuery } from '../generated/operations.ts';

/** The core record of spec 2.1: fields with no data are left out, never null, an empty list included. */
export function toCompanyRecord(company: GetCompanyQuery['company']): Record<string, unknown> {
  if (!company) return {};
  const { technologies, firmographics, ...core } = company;
  return withData({
    ...core,
    technologies: technologies?.edges.map(({ node }) => node),
    firmographics: firmographics && withData(firmographics),
  });
}

function withData(record: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => hasData(value)));
}

function hasData(value: unknown): boolean {
  return value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);
}
