import { createCatalogue, loadService } from '../filters/data.mjs';
import { startService } from '../filters/server.mjs';
import { createApi, createOwnerKey } from './api.mjs';
import { benchExport } from './export.mjs';
import { benchGraphQL } from './graphql.mjs';
import { benchMaterialize } from './materialize.mjs';
import { benchPage } from './page.mjs';

/** Measures lists against hand-written SQL, over REST. `only` runs one section. */
export async function benchLists({ root, quick, only, signal }) {
  const catalogue = await createCatalogue(root, await loadService(root), quick ? 20_000 : 1_000_000);
  try {
    return await benchOn(root, catalogue, { quick, only, signal });
  } finally {
    await catalogue.drop();
  }
}

/** Runs the sections with a loaded catalogue. */
async function benchOn(root, catalogue, { quick, only, signal }) {
  const options = { quick, signal };
  const wanted = (section) => only === undefined || only === section;
  const key = await createOwnerKey(root, catalogue.url);
  const server = await startService(root, catalogue.url, signal);
  try {
    const api = createApi(server, key);
    let met = true;
    if (wanted('materialize')) met = await benchMaterialize(api, catalogue, options);
    if (wanted('graphql')) met = (await benchGraphQL(api, catalogue, options)) && met;
    if (wanted('page') || wanted('export')) {
      const listId = await api.createList('Everything', 'technology_count', 'gte', 0);
      await api.post(`/v1/lists/${listId}/materialize`);
      if (wanted('page')) met = (await benchPage(api, listId, catalogue, options)) && met;
      if (wanted('export')) met = (await benchExport(root, api, server, listId, catalogue, options)) && met;
    }
    return met;
  } finally {
    await server.stop();
  }
}
