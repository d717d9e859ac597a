import { Database as Sqlite } from 'bun:sqlite'
import type { Files } from '../platform/ports'
import { packZstd, unpackZstd } from '../platform/zstd'
import { migrate } from './migrate'

/** The bytes of a library after all migrations, without content. */
export function makeEmptyLibrary(): Uint8Array<ArrayBuffer> {
  const raw = new Sqlite(':memory:', { strict: true })
  try {
    migrate(raw)
    return new Uint8Array(raw.serialize())
  } finally {
    raw.close()
  }
}

/** The offset in SQLite's header that says which versions may write and read the file; 2 means a journal beside it. */
const VERSIONS = [18, 19]
const WITH_JOURNAL = 2

/** Stands in for the time of each migration until a first start writes its own. */
const UNUSED = ''

/** Whether the file is still as placed: then later writes went into a journal that is gone. */
export function isUnused(raw: Sqlite): boolean {
  return raw.query('SELECT 1 FROM schema_migrations WHERE applied_at = ?').get(UNUSED) !== null
}

/** Records the time of the first start, at the first start. */
export function markUsed(raw: Sqlite): void {
  if (isUnused(raw))
    raw.run("UPDATE schema_migrations SET applied_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now') WHERE applied_at = ?", [
      UNUSED,
    ])
}

/** The same in the form that the executable contains: 23 kB, identical for each build of the same migrations. */
export function packEmptyLibrary(): Uint8Array<ArrayBuffer> {
  const raw = Sqlite.deserialize(makeEmptyLibrary())
  try {
    raw.run(`UPDATE schema_migrations SET applied_at = '${UNUSED}'`)
    raw.run('VACUUM') // no trace of the build time remains
    const bytes = new Uint8Array(raw.serialize())
    for (const at of VERSIONS) bytes[at] = WITH_JOURNAL
    return packZstd(bytes)
  } finally {
    raw.close()
  }
}

/**
 * Puts the packed empty library at `path`, whole or not at all, so that a first start does not run all migrations,
 * which take ten times as long. An existing file stays, and so does a journal without its library: SQLite recognises
 * that such a journal belongs to nothing, unless it finds a file beside it.
 */
export async function placeEmptyLibrary(files: Files, path: string, packed: string): Promise<void> {
  for (const end of ['', '-wal', '-journal']) if (await files.stat(path + end)) return
  await files.write(path, unpackZstd(await files.read(packed)), 0o600)
}
