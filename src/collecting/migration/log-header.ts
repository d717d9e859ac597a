import type { Files } from '../../base/platform/ports'

/** Offsets in the database header of the file format versions, which say whether a write-ahead log is used. */
const VERSIONS_AT = 18
const LOGGED = 2

/** Whether a database keeps its newest changes in a write-ahead log beside it. A log may have been left behind. */
export async function keepsLog(files: Pick<Files, 'open'>, database: string): Promise<boolean> {
  const file = await files.open(database)
  try {
    const versions = await file.read(VERSIONS_AT, 2)
    return versions.length === 2 && versions.every((version) => version === LOGGED)
  } finally {
    await file.close()
  }
}
