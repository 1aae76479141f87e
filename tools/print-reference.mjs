// Writes the parts of docs/operate/settings.md and docs/operate/command-line.md that follow from src/config and
// src/command-line: `npm run reference`, after a change of them. From the sources, as print-schema.mjs does.
import { writeFile } from 'node:fs/promises';
import '../test/harness/typescript.mjs';

const { renderReferences } = await import('./reference/pages.ts');
for (const [path, page] of await renderReferences())
  await writeFile(new URL(`../${path}`, import.meta.url), page);
