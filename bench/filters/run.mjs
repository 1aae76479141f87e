import { benchAge } from './age.mjs';
import { prepareCases } from './cases.mjs';
import { benchCold } from './cold.mjs';
import { createCatalogue, loadService, settle } from './data.mjs';
import { benchDraft } from './draft.mjs';
import { benchHttp } from './http.mjs';
import { closePeers, openPeers } from './peers.mjs';
import { benchRebuild } from './rebuild.mjs';
import { benchTenMillion } from './ten-million.mjs';
import { benchWarm } from './warm.mjs';

/** The sections that need the catalogue. */
const ON_CATALOGUE = ['warm', 'cold', 'http', 'draft', 'rebuild', 'age'];

/** Measures filter previews against peers, over HTTP, and the cost of the index. `only` runs one section. */
export async function benchFilters({ root, quick, only, signal }) {
  const service = await loadService(root);
  const wanted = (section) => only === undefined || only === section;
  let met = true;
  if (ON_CATALOGUE.some(wanted)) met = await benchCatalogue(root, service, { quick, signal, wanted });
  if (wanted('ten-million')) met = (await benchTenMillion(root, service, { quick, signal })) && met;
  return met;
}

/** Runs the sections with the generated catalogue, which is loaded once. */
async function benchCatalogue(root, service, { quick, signal, wanted }) {
  const options = { quick, signal };
  const catalogue = await createCatalogue(root, service, quick ? 20_000 : 1_000_000);
  let peers = [];
  try {
    let met = true;
    const also = async (work) => {
      signal.throwIfAborted();
      await settle(catalogue.pool);
      met = (await work()) && met;
    };
    if (wanted('rebuild')) await also(() => benchRebuild(root, service, catalogue, options));
    if (wanted('age')) await also(() => benchAge(root, service, catalogue, options));
    if (wanted('http')) await also(() => benchHttp(root, service, catalogue, options));
    if (wanted('draft')) await also(() => benchDraft(root, service, catalogue, options));
    if (wanted('warm') || wanted('cold')) {
      peers = await openPeers(root, catalogue);
      const cases = await prepareCases(root, service, catalogue, peers);
      if (wanted('warm')) await also(() => benchWarm(service, catalogue, cases, options));
      if (wanted('cold')) await also(() => benchCold(service, catalogue, cases, options));
    }
    return met;
  } finally {
    await closePeers(peers);
    await catalogue.drop();
  }
}
