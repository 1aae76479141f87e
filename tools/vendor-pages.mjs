// Writes the files of GraphiQL and Swagger UI that pages of the service load, each with a hash of its content in its name.
// From files, because a process that imports GraphiQL keeps 35 MB of source text, whether or not anybody opens it.
import { hash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, posix } from 'node:path';

async function readFiles() {
  const { css, editorWorkerService, graphqlWorker, js, jsonWorker } = await import(
    '@graphql-yoga/render-graphiql/graphiql'
  );
  const swagger = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const readSwagger = (name) => readFile(join(swagger, name), 'utf8');
  return {
    // Invisible lines of the editor must not make the page scroll.
    'graphiql.css': `${css}\nbody { overflow: hidden; }\n`,
    'graphiql.js': js,
    'editor-worker.js': editorWorkerService,
    'json-worker.js': jsonWorker,
    'graphql-worker.js': graphqlWorker,
    'swagger-ui.css': await readSwagger('swagger-ui.css'),
    'swagger-ui-bundle.js': await readSwagger('swagger-ui-bundle.js'),
  };
}

/** Writes the files to `folder`, which appears complete. */
export async function vendorPages(folder) {
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  for (const [fileName, text] of Object.entries(await readFiles())) {
    const { name, ext } = posix.parse(fileName);
    const version = hash('sha256', text, 'base64url').slice(0, 16);
    await writeFile(join(unfinished, `${name}.${version}${ext}`), text);
  }
  await rm(folder, { recursive: true, force: true });
  await rename(unfinished, folder);
}
