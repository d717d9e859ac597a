import { join } from 'node:path'
import type { Clock, Files } from '../../base/platform/ports'
import { legacy } from '../../base/refusal'

/** Name of the database in a private copy. */
export const COPY = 'source.db'
/** Files that belong to the copy. SQLite rebuilds its shared memory file. */
const BESIDE = ['', '-wal', '-journal']
const TRIES = 12
const PAUSE_MS = 400
/** Settings files are small; anything larger is another kind of file. */
const LARGEST_TEXT = 4 * 1024 * 1024

interface Copying {
  files: Files
  clock: Clock
  /** The original database, which is only read. */
  database: string
  /** An empty folder of Panelkeep. */
  to: string
}

/**
 * Copies a database with its journal. The program that owns the database may write meanwhile; files that changed
 * during the copy are copied again. Throws Refusal when the database never stays unchanged.
 */
export async function copyDatabaseFiles({ files, clock, database, to }: Copying): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    if (tries > 0) await clock.after(PAUSE_MS)
    if (await copyOnce({ files, database, to })) return
  }
  throw legacy('conflict', `${database} changed while it was read. Stop the program that uses it and try again.`)
}

async function copyOnce({ files, database, to }: Omit<Copying, 'clock'>): Promise<boolean> {
  const before = await marksOf(files, database)
  const hashes: Record<string, string> = {}
  for (const end of BESIDE) {
    const target = join(to, `${COPY}${end}`)
    if (before[end] === undefined) await files.remove(target)
    else {
      const hash = await copyUnlessGone(files, `${database}${end}`, target)
      if (hash === undefined) return false // a journal is deleted when its change is complete
      hashes[end] = hash
    }
  }
  for (const [end, hash] of Object.entries(hashes)) {
    // Size and time alone would miss two writes within one tick of the disk's clock.
    if ((await files.hash(`${database}${end}`).catch(() => undefined)) !== hash) return false
  }
  return JSON.stringify(await marksOf(files, database)) === JSON.stringify(before)
}

/** The hash of the copy; undefined when the file was deleted meanwhile. */
async function copyUnlessGone(files: Files, from: string, to: string): Promise<string | undefined> {
  try {
    return await files.copy(from, to)
  } catch (error) {
    if ((await files.stat(from)) !== undefined) throw error
    return undefined
  }
}

async function marksOf(files: Files, database: string): Promise<Record<string, string>> {
  const marks: Record<string, string> = {}
  for (const end of BESIDE) {
    const facts = await files.stat(`${database}${end}`)
    if (facts?.kind === 'file') marks[end] = `${facts.size} ${facts.modifiedMs}`
  }
  return marks
}

/**
 * The text of a small file beside the database; undefined when the file does not exist. Invalid bytes become U+FFFD.
 */
export async function smallText(files: Files, path: string): Promise<string | undefined> {
  const real = await files.real(path)
  const facts = real === undefined ? undefined : await files.stat(real)
  if (real === undefined || facts?.kind !== 'file' || facts.size > LARGEST_TEXT) return undefined
  return new TextDecoder().decode(await files.read(real))
}
