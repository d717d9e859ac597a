import { dirname, join } from 'node:path'
import { isDamage } from '../../base/platform/database-copy'
import { inTurns } from '../../base/platform/event-loop'
import { ForeignDatabase, ForeignFault } from '../../base/platform/foreign-database'
import type { Clock, Files } from '../../base/platform/ports'
import { legacy, type Refusal } from '../../base/refusal'
import { COPY, copyDatabaseFiles, smallText } from './private-copy'
import type { MigrationSource, OpenSource } from './source'
import type { RecognisedFolder } from './source-folder'

interface Opening {
  files: Files
  clock: Clock
}

/** Makes the private copy of a source in the folder `to`. */
export async function makeCopy({ source, database }: RecognisedFolder, to: string, { files, clock }: Opening) {
  await files.makeFolder(to, 0o700)
  const real = (await files.real(database)) ?? database
  await copyDatabaseFiles({ files, clock, database: real, to })
  for (const name of source.textFiles) {
    const text = await smallText(files, join(dirname(database), name))
    if (text !== undefined) await files.write(join(to, name), text, 0o600)
  }
}

export interface OpenedSource {
  open: OpenSource
  close(): void
}

/**
 * Opens a private copy and reads every page of it, unless the thread does (`isChecked`). Throws Refusal 'invalid' for one
 * that cannot be used.
 */
export async function openSource(
  source: MigrationSource,
  folder: string,
  files: Files,
  isChecked = false,
): Promise<OpenedSource> {
  const path = join(folder, COPY)
  const facts = await files.stat(path)
  if (facts === undefined || facts.size === 0) throw emptyFile(source)
  const texts: Record<string, string> = {}
  for (const name of source.textFiles) {
    const text = await smallText(files, join(folder, name))
    if (text !== undefined) texts[name] = text
  }
  try {
    const database = new ForeignDatabase(path)
    const open = { database, texts }
    const checked = isChecked ? Promise.resolve(undefined) : refusalOf(source, open)
    const refusal = await checked.catch((error: unknown) => {
      database.close()
      throw error
    })
    if (refusal === undefined) return { open, close: () => database.close() }
    database.close()
    throw refusal
  } catch (error) {
    if (error instanceof ForeignFault) throw otherTables(source, error)
    throw isDamage(error) ? damaged(source, (error as Error).message) : error
  }
}

async function refusalOf(source: MigrationSource, open: OpenSource): Promise<Refusal | undefined> {
  const computed = open.database.computedColumn()
  if (computed !== undefined) return computing(source, computed)
  const fault = await inTurns(open.database.fault())
  return fault === undefined ? strange(source, open) : damaged(source, fault)
}

const computing = ({ label, database }: MigrationSource, column: string) =>
  legacy(
    'invalid',
    `${database} has a computed column (${column.slice(0, 100)}), which ${label} does not make. Enter the folder with the ${database} that ${label} uses.`,
  )

/** Runs a function that reads a source. Throws Refusal 'invalid' when its tables are not those of its program. */
export async function reading<T>(source: MigrationSource, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw error instanceof ForeignFault ? otherTables(source, error) : error
  }
}

const emptyFile = ({ label, database }: MigrationSource) =>
  legacy(
    'invalid',
    `${database} has no content. ${label} leaves an empty file when it stops while starting. Put a backup of ${database} in its place.`,
  )

function damaged({ label, database }: MigrationSource, fault: string): Refusal {
  const what = /not a database/i.test(fault) ? `${database} is not a database.` : `${database} is damaged (${fault}).`
  return legacy(
    'invalid',
    `${what} Put a backup of ${label} in its place, or repair it with "sqlite3 ${database} .recover".`,
  )
}

function strange(source: MigrationSource, open: OpenSource): Refusal | undefined {
  const fault = source.check(open)
  return fault === undefined
    ? undefined
    : legacy('invalid', `${fault} Enter the folder with the ${source.database} that ${source.label} uses.`)
}

/** `message` is SQLite's, such as "no such column: m.title". */
const otherTables = ({ label, database }: MigrationSource, { message }: ForeignFault) =>
  legacy(
    'invalid',
    `${database} has other tables than ${label} makes (${message}). Start ${label} once, which brings them up to date, and try again.`,
  )
