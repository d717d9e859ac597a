import { basename, dirname, isAbsolute, join } from 'node:path'
import type { Files } from '../../base/platform/ports'
import { legacy } from '../../base/refusal'
import type { MigrationSource } from './source'

interface Looking {
  files: Files
  sources: readonly MigrationSource[]
  /** Panelkeep's own data directory, which is no source. */
  dataDir: string
}

export interface RecognisedFolder {
  source: MigrationSource
  /** The folder with links resolved. */
  folder: string
  /** The absolute path of the database. */
  database: string
}

const invalid = (sentence: string) => legacy('invalid', sentence)

/** Recognises the program that a folder belongs to. Throws Refusal with a sentence that says which folder to enter. */
export async function recogniseFolder(path: string, { files, sources, dataDir }: Looking): Promise<RecognisedFolder> {
  const folder = await realFolder(path, files)
  if (folder === (await files.real(dataDir)))
    throw invalid('This is the data folder of Panelkeep. Enter the data folder of the program that you move from.')
  for (const source of sources) {
    const database = await source.recognise(folder, files)
    if (database !== undefined) return { source, folder, database }
  }
  const names = sources.map(({ label, database }) => `${database} (${label})`).join(', ')
  throw invalid(`There is no database to move from in ${folder}. Enter the folder that holds ${names}.`)
}

async function realFolder(entered: string, files: Files): Promise<string> {
  const path = entered.trim()
  if (path === '') throw invalid('Enter the folder of the program that you move from.')
  if (path.includes('\0')) throw invalid('The path contains a character that no path can have.')
  if (path.split(/[\\/]/).includes('..')) throw invalid('The path contains "..". Enter it without.')
  if (!isAbsolute(path)) throw invalid(`Enter the whole path of the folder, not ${path}.`)
  const real = await readable(path, () => files.real(path))
  const facts = real === undefined ? undefined : await readable(path, () => files.stat(real))
  if (real === undefined || facts === undefined) throw invalid(`There is no folder at ${path}.`)
  if (facts.kind === 'folder') {
    await readable(path, () => files.list(real))
    return real
  }
  // The user entered the database file.
  if (facts.kind === 'file' && /\.(?:db|sqlite3?)$/i.test(basename(real))) return dirname(real)
  throw invalid(`${path} is no folder.`)
}

async function readable<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch {
    throw invalid(`${path} cannot be opened. Let the user that runs Panelkeep read it.`)
  }
}

/** The absolute path of the first of `names` that is a file in the folder, ignoring case. */
export async function fileIn(folder: string, names: readonly string[], files: Files): Promise<string | undefined> {
  const entries = await files.list(folder)
  for (const name of names) {
    const found =
      entries.find((entry) => entry.name === name) ??
      entries.find((entry) => entry.name.toLowerCase() === name.toLowerCase())
    if (found && found.kind !== 'folder') return join(folder, found.name)
  }
  return undefined
}

/** The name of a folder in another, ignoring case; undefined when it does not exist. */
export async function subfolder(folder: string, name: string, files: Files): Promise<string | undefined> {
  const entries = await files.list(folder)
  return entries.find((entry) => entry.kind !== 'file' && entry.name.toLowerCase() === name)?.name
}
