import type { ReadResourceResult } from '@modelcontextprotocol/server';
import type { Call } from './call.ts';
import { invalid } from './prompts.ts';

/** A page of the documentation. */
export interface Page {
  /** Such as "filters". */
  slug: string;
  title: string;
  /** First sentence. */
  description: string;
  section: string;
  read: () => string;
}

const FIELDS = 'company-data://filter-fields';
const DOCS = 'company-data://docs/';
/** Sections for those who call the service. */
const SECTIONS = new Set(['Start', 'Guides', 'API']);

/** Returns the resources as `resources/list` shows them. */
export function shownResources(pages: readonly Page[]) {
  return [
    {
      uri: FIELDS,
      name: 'filter-fields',
      title: 'Filter fields',
      description:
        'Fields, operators and short vocabularies of definitions, those of this organization included.',
      mimeType: 'application/json',
    },
    ...pages
      .filter(({ section }) => SECTIONS.has(section))
      .map(({ slug, title, description }) => ({
        uri: DOCS + slug,
        name: slug,
        title,
        description,
        mimeType: 'text/markdown',
      })),
  ];
}

/** @throws ProtocolError for an unknown resource; Fault of the operation */
export async function readResource(
  call: Call,
  pages: readonly Page[],
  uri: string,
): Promise<ReadResourceResult> {
  if (uri === FIELDS) {
    const text = JSON.stringify(await call('getFilterFields'));
    return { contents: [{ uri, mimeType: 'application/json', text }] };
  }
  const page = pages.find(({ slug }) => uri === DOCS + slug);
  if (!page) throw invalid(`There is no resource ${uri}. resources/list names all.`, { uri });
  return { contents: [{ uri, mimeType: 'text/markdown', text: page.read() }] };
}
