import { dirname, isAbsolute, join, resolve } from 'node:path'
import { compareNatural } from '../../../base/formats/natural'
import { errorCode } from '../../../base/platform/error-code'
import type { Files } from '../../../base/platform/ports'
import { Refusal } from '../../../base/refusal'

export interface Folder {
  path: string
  /** Null at the root. */
  parent: string | null
  folders: { name: string; path: string }[]
}

/** The folders inside a folder, without files. Throws Refusal with the reason when the folder cannot be opened. */
export async function listFolders(files: Files, path: string): Promise<Folder> {
  const folder = fullPath(path)
  const entries = await files.list(folder).catch((cause: unknown) => {
    throw unopened(folder, cause)
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

export function fullPath(path: string): string {
  if (isAbsolute(path)) return resolve(path)
  throw new Refusal('invalid', `A full path is needed: ${JSON.stringify(path)} does not begin at the root of a disk.`)
}

function unopened(folder: string, cause: unknown): Refusal {
  const code = errorCode(cause) ?? ''
  if (code === 'EACCES' || code === 'EPERM') {
    const what = 'Panelkeep has no permission to read it. Allow the user that runs Panelkeep to read the folder.'
    return new Refusal('forbidden', `The folder ${folder} cannot be opened: ${what}`, {}, { cause })
  }
  if (code === 'ENOTDIR')
    return new Refusal('invalid', `${folder} is a file. Choose the folder that holds it.`, {}, { cause })
  if (code === 'ENOENT') {
    const what = 'Check the spelling, and that its disk is connected.'
    return new Refusal('missing', `Folder not found: ${folder}. ${what}`, {}, { cause })
  }
  return new Refusal('missing', `The folder ${folder} cannot be opened.`, {}, { cause })
}

/** Whether a link points to a folder: libraries are often links to another disk. */
async function leads(files: Files, kind: string, path: string): Promise<boolean> {
  if (kind !== 'link') return false
  const real = await files.real(path).catch(() => undefined) // a link loop has no target
  return real !== undefined && (await files.stat(real))?.kind === 'folder'
}
