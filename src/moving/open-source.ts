import { dirname, join } from 'node:path'
import { isDamage } from '../platform/database-copy'
import { ForeignDatabase } from '../platform/foreign-database'
import type { Clock, Files } from '../platform/ports'
import { COPY, copyDatabaseFiles, smallText } from './private-copy'
import type { MovingProblem, MovingSource, OpenSource } from './source'
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

export type OpenedSource = { open: OpenSource; close(): void } | { problem: MovingProblem }

/** Opens a private copy and reads every page of it. */
export async function openSource(source: MovingSource, folder: string, files: Files): Promise<OpenedSource> {
  const path = join(folder, COPY)
  const facts = await files.stat(path)
  if (facts === undefined || facts.size === 0) return { problem: emptyFile(source) }
  const texts: Record<string, string> = {}
  for (const name of source.textFiles) {
    const text = await smallText(files, join(folder, name))
    if (text !== undefined) texts[name] = text
  }
  try {
    const database = new ForeignDatabase(path)
    const fault = database.fault()
    const open = { database, texts }
    const problem = fault === undefined ? strange(source, open) : damaged(source, fault)
    if (problem === undefined) return { open, close: () => database.close() }
    database.close()
    return { problem }
  } catch (error) {
    if (!isDamage(error)) throw error
    return { problem: damaged(source, (error as Error).message) }
  }
}

const problem = (code: string, message: string, help: string): MovingProblem => ({
  severity: 'error',
  code,
  message,
  help,
})

const emptyFile = ({ label, database }: MovingSource) =>
  problem(
    'empty_database',
    `${database} has no content.`,
    `${label} leaves an empty file when it stops while starting. Put a backup of ${database} in its place.`,
  )

const damaged = ({ label, database }: MovingSource, fault: string) =>
  problem(
    /not a database/i.test(fault) ? 'no_database' : 'damaged_database',
    /not a database/i.test(fault) ? `${database} is not a database.` : `${database} is damaged (${fault}).`,
    `Put a backup of ${label} in its place, or repair it with "sqlite3 ${database} .recover".`,
  )

function strange(source: MovingSource, open: OpenSource): MovingProblem | undefined {
  const fault = source.check(open)
  return fault === undefined
    ? undefined
    : problem('wrong_tables', fault, `Enter the folder with the ${source.database} that ${source.label} uses.`)
}
