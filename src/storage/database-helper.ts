import { copyDatabase, DamagedFile, verifyDatabase } from '../platform/database-copy'
import { fileSize } from '../platform/files'
import { encodeFrame, readFrames } from '../platform/frames'
import { isDiskFull } from './write-errors'

/** What the parent asks of the helper, one at a time: a copy made and looked through, or one that is there. */
export interface CopyRequest {
  /** Copied from here; absent: the file is there. */
  from?: string
  path: string
  /** Tables whose rows are counted. */
  count: string[]
}

export interface CopyFacts {
  /** Bytes. */
  size: number
  rows: Record<string, number>
  /** Migrations that the database has been through. */
  migrations: string[]
}

export type CopyAnswer = { facts: CopyFacts } | { fault: 'damaged' | 'full' | 'failed'; detail: string }

export interface DatabaseHelperDeps {
  /** Standard input: frames of the parent. */
  input: AsyncIterable<Uint8Array>
  /** Standard output. */
  write(frame: Uint8Array): Promise<void>
}

/**
 * The work of the process started with `--database-helper`: copies and checks of a database take seconds in which
 * nothing else happens, so they happen where nobody waits for a page. Ends with its input.
 */
export async function serveDatabaseHelper({ input, write }: DatabaseHelperDeps): Promise<void> {
  for await (const { header } of readFrames(input)) await write(encodeFrame(answerTo(header as CopyRequest)))
}

function answerTo({ from, path, count }: CopyRequest): CopyAnswer {
  try {
    if (from !== undefined) copyDatabase(from, path)
    const { rows, names } = verifyDatabase(path, count, 'schema_migrations')
    return { facts: { size: fileSize(path), rows, migrations: names } }
  } catch (error) {
    const fault = error instanceof DamagedFile ? 'damaged' : isDiskFull(error) ? 'full' : 'failed'
    const detail = error instanceof Error ? error.message : String(error)
    return { fault, detail: detail.replaceAll(/\s*\n\s*/g, ': ') }
  }
}
