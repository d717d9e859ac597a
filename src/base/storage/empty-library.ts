import { Database as Sqlite } from 'bun:sqlite'
import type { Files } from '../platform/ports'
import { packZstd, unpackZstd } from '../platform/zstd'
import { migrate } from './migrate'

/** The bytes of a library that all migrations went through and that holds nothing yet. */
export function makeEmptyLibrary(): Uint8Array<ArrayBuffer> {
  const raw = new Sqlite(':memory:', { strict: true })
  try {
    migrate(raw)
    return new Uint8Array(raw.serialize())
  } finally {
    raw.close()
  }
}

/** Where SQLite's header says which versions may write and read the file; 2 is one with a journal beside it. */
const VERSIONS = [18, 19]
const WITH_JOURNAL = 2

/** In place of the time of each migration, until a first start has written its own. */
const UNUSED = ''

/** Whether the file is as it was placed: whatever was written since went into a journal that is gone. */
export function isUnused(raw: Sqlite): boolean {
  return raw.query('SELECT 1 FROM schema_migrations WHERE applied_at = ?').get(UNUSED) !== null
}

/** Notes the time of the first start, at the first start. */
export function markUsed(raw: Sqlite): void {
  if (isUnused(raw))
    raw.run("UPDATE schema_migrations SET applied_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now') WHERE applied_at = ?", [
      UNUSED,
    ])
}

/** The same as the executable carries it: 23 kB, alike for each build of the same migrations. */
export function packEmptyLibrary(): Uint8Array<ArrayBuffer> {
  const raw = Sqlite.deserialize(makeEmptyLibrary())
  try {
    raw.run(`UPDATE schema_migrations SET applied_at = '${UNUSED}'`)
    raw.run('VACUUM') // nothing of this moment stays behind
    const bytes = new Uint8Array(raw.serialize())
    for (const at of VERSIONS) bytes[at] = WITH_JOURNAL
    return packZstd(bytes)
  } finally {
    raw.close()
  }
}

/**
 * Puts the packed empty library at `path`, whole or not at all, so that a first start does not go through all
 * migrations: they take ten times as long. What is there already stays, a journal without its library included:
 * SQLite knows that it belongs to nothing, unless it met a file beside it.
 */
export async function placeEmptyLibrary(files: Files, path: string, packed: string): Promise<void> {
  for (const end of ['', '-wal', '-journal']) if (await files.stat(path + end)) return
  await files.write(path, unpackZstd(await files.read(packed)), 0o600)
}
