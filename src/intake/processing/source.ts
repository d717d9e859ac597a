import { basename, isAbsolute, join, resolve } from 'node:path'
import type { Files } from '../../base/platform/ports'
import { legacy } from '../../base/refusal'
import { isBelow } from '../../library/filing/folders'

/**
 * The file or folder that a request names as a finished download, normalized. Throws Refusal 'invalid' with a sentence
 * when Panelkeep cannot import from it: the path is relative, leads upwards, is a link, does not exist, or is the
 * library itself.
 */
export async function checkedSource(named: string, files: Files, libraries: readonly string[]): Promise<string> {
  const path = named.trim()
  if (!isAbsolute(path))
    throw legacy('invalid', `${path || 'Nothing'} is no whole path. Name the folder from its root.`)
  if (path.split(/[/\\]/).includes('..') || path.includes('\0'))
    throw legacy('invalid', 'The path leads upwards. Name the folder itself.')
  const facts = await files.stat(resolve(path)).catch(() => undefined)
  if (!facts) throw legacy('invalid', `There is nothing at ${path} that Panelkeep can read.`)
  if (facts.kind !== 'file' && facts.kind !== 'folder')
    throw legacy('invalid', `${path} is a link to another place. Name that place itself.`)
  const real = (await files.real(resolve(path))) ?? resolve(path)
  for (const library of libraries) {
    const home = await files.real(library).catch(() => undefined) // An unmounted disk contains nothing now.
    if (home === undefined) continue
    if (real === home || isBelow(real, home) || isBelow(home, real))
      throw legacy('invalid', `${path} is part of the library already, or holds it. Scan the library instead.`)
  }
  return resolve(path)
}

/** The file or folder below `folder` for scripts that send the download folder and a name separately. */
export async function namedIn(folder: string, name: string, files: Files): Promise<string> {
  if (name === '' || basename(name) !== name || name === '..') return folder
  const inside = join(folder, name)
  const facts = await files.stat(inside).catch(() => undefined)
  return facts?.kind === 'file' || facts?.kind === 'folder' ? inside : folder
}
