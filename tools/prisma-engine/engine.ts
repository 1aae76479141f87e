import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import type { SchemaEngine } from '@prisma/schema-engine-wasm';
import pg from 'pg';
import { adapterFactory } from './adapter.ts';

const GLUE = '@prisma/schema-engine-wasm/schema_engine_bg';

/** The exports that start the WebAssembly; the package does not declare them. */
interface Glue {
  SchemaEngine: typeof SchemaEngine;
  __wbg_set_wasm(exports: Record<string, unknown>): void;
}

/** The part of the API that is used here. TypeScript declares it only together with the browser's APIs. */
declare const WebAssembly: {
  instantiate(
    bytes: Uint8Array,
    imports: Record<string, unknown>,
  ): Promise<{ instance: { exports: Record<string, unknown> } }>;
};

let loaded: Promise<Glue> | undefined;

/** Loads Prisma's engine once. It is loaded by hand because Node 20 cannot import a .wasm file. */
function loadEngine(): Promise<Glue> {
  loaded ??= (async () => {
    const glue: object = await import('@prisma/schema-engine-wasm/schema_engine_bg');
    const file = createRequire(import.meta.url)
      .resolve(GLUE)
      .replace(/\.js$/, '.wasm');
    const { instance } = await WebAssembly.instantiate(await readFile(file), {
      './schema_engine_bg.js': withQuietTimers(glue),
    });
    const engine = glue as Glue;
    engine.__wbg_set_wasm(instance.exports);
    const { __wbindgen_start: start } = instance.exports;
    if (typeof start === 'function') start();
    return engine;
  })();
  return loaded;
}

/** Lets the process end: the engine never clears the ten-second timer of its lock. */
function withQuietTimers(glue: object): Record<string, unknown> {
  const quiet = ([name, value]: [string, unknown]): [string, unknown] => {
    if (!name.startsWith('__wbg_setTimeout_') || typeof value !== 'function') return [name, value];
    return [name, (...args: unknown[]) => (Reflect.apply(value, undefined, args) as NodeJS.Timeout).unref()];
  };
  return Object.fromEntries(Object.entries(glue).map(quiet));
}

/**
 * Runs `work` with Prisma's migration engine on the database at `url`. Closing its connections afterwards releases the
 * advisory lock that the engine takes.
 */
export async function withEngine<T>(url: string, work: (engine: SchemaEngine) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString: url, max: 1, application_name: 'company-data migrate' });
  pool.on('error', () => undefined);
  try {
    const { SchemaEngine } = await loadEngine();
    const factory = bindMigrationAwareSqlAdapterFactory(adapterFactory(pool, url));
    const datamodels: [string, string][] = [
      ['schema.prisma', 'datasource db {\n  provider = "postgresql"\n}\n'],
    ];
    const engine = await SchemaEngine.new({ datamodels }, () => undefined, factory);
    try {
      return await work(engine);
    } finally {
      engine.free();
    }
  } finally {
    await pool.end();
  }
}
