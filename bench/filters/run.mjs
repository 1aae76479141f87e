import { prepareCases } from './cases.mjs';
import { createCatalogue, loadService, settle } from './data.mjs';
import { benchDraft } from './draft.mjs';
import { openExists } from './exists.mjs';
import { say, timed } from './report.mjs';
import { benchWarm } from './warm.mjs';

/** Measures filter previews against SQL, and drafts over HTTP. `only` runs one section. */
export async function benchFilters({ root, quick, only, signal }) {
  const options = { quick, signal };
  const wanted = (section) => only === undefined || only === section;
  const service = await loadService(root);
  const catalogue = await createCatalogue(root, service, quick ? 20_000 : 1_000_000);
  let peer;
  try {
    await settle(catalogue.pool);
    let met = true;
    if (wanted('draft')) met = await benchDraft(root, service, catalogue, options);
    if (wanted('warm')) {
      const opened = await timed(() => openExists(catalogue.url));
      peer = opened.value;
      say(`  ${peer.label} loaded in ${(opened.ms / 1000).toFixed(0)} s`);
      const cases = await prepareCases(root, service, catalogue, peer);
      await settle(catalogue.pool);
      met = (await benchWarm(service, catalogue, cases, options)) && met;
    }
    return met;
  } finally {
    await peer?.close();
    await catalogue.drop();
  }
}
