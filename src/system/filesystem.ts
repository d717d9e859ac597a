import { dirname, isAbsolute, join, resolve } from 'node:path'
import { compareNatural } from '../formats/natural'
import type { Files } from '../platform/ports'
import { Refusal } from '../refusal'

export interface Folder {
  path: string
  /** Null at the top. */
  parent: string | null
  folders: { name: string; path: string }[]
}

/** The folders inside a folder, for the folder picker. Files are never listed. Empty `path`: the home folder. */
export async function browse(files: Files, home: string, path: string): Promise<Folder> {
  const folder = resolve(path === '' ? home : path)
  if (path !== '' && !isAbsolute(path))
    throw new Refusal('invalid', `A full path is needed: ${JSON.stringify(path)} does not begin at the root of a disk.`)
  const entries = await files.list(folder).catch((cause: unknown) => {
    throw new Refusal('missing', `The folder ${folder} cannot be opened.`, {}, { cause })
  })
  const folders = await Promise.all(
    entries
      .filter((entry) => !entry.name.startsWith('.'))
      .map(async ({ name, kind }) => ({
        name,
        path: join(folder, name),
        folder: kind === 'folder' || (await leads(files, kind, join(folder, name))),
      })),
  )
  const parent = dirname(folder)
  return {
    path: folder,
    parent: parent === folder ? null : parent,
    folders: folders
      .filter((entry) => entry.folder)
      .map(({ name, path: at }) => ({ name, path: at }))
      .sort((a, b) => compareNatural(a.name, b.name)),
  }
}

/** Whether a link points to a folder: libraries are often links to another disk. */
async function leads(files: Files, kind: string, path: string): Promise<boolean> {
  if (kind !== 'link') return false
  const real = await files.real(path).catch(() => undefined) // a link loop has no target
  return real !== undefined && (await files.stat(real))?.kind === 'folder'
}
