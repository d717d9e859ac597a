import { copyDatabase, DamagedFile, verifyDatabase } from '../platform/database-copy'
import { diskReason } from '../platform/disk-reason'
import { fileSize } from '../platform/files'
import { encodeFrame, readFrames } from '../platform/frames'
import { isDiskFull } from './write-errors'

/** A request from the parent, one at a time: make a copy and verify it, or verify an existing one. */
export interface CopyRequest {
  /** The database to copy; absent to verify the file at `path`. */
  from?: string
  path: string
  /** Tables whose rows are counted. */
  count: string[]
}

export interface CopyFacts {
  /** Bytes. */
  size: number
  rows: Record<string, number>
  /** Names of the applied migrations. */
  migrations: string[]
}

export type CopyAnswer = { facts: CopyFacts } | { fault: 'damaged' | 'full' | 'failed'; detail: string }

export interface DatabaseHelperDeps {
  /** Standard input: frames from the parent. */
  input: AsyncIterable<Uint8Array>
  /** Standard output. */
  write(frame: Uint8Array): Promise<void>
}

/**
 * The process started with `--database-helper`: copying or checking a database blocks for seconds, so it runs outside
 * the server process. Ends when its input ends.
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
    const detail = diskReason(error)
    return { fault, detail: detail.replaceAll(/\s*\n\s*/g, ': ') }
  }
}
