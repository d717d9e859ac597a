import { basename, isAbsolute, join, resolve } from 'node:path'
import type { Files } from '../../base/platform/ports'
import { legacy } from '../../base/refusal'
import { isBelow } from '../../library/filing/folders'

/**
 * The file or folder that a request names as a finished download, normalized. Throws Refusal 'invalid' with a sentence where
 * nothing can be taken from: it is not whole, leads upwards, is a link, is not there, or is the library itself.
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
    const home = await files.real(library).catch(() => undefined) // a disk that is away holds nothing of it now
    if (home === undefined) continue
    if (real === home || isBelow(real, home) || isBelow(home, real))
      throw legacy('invalid', `${path} is part of the library already, or holds it. Scan the library instead.`)
  }
  return resolve(path)
}

/** Scripts name the folder that downloads are put into, and the name of one of them. */
export async function namedIn(folder: string, name: string, files: Files): Promise<string> {
  if (name === '' || basename(name) !== name || name === '..') return folder
  const inside = join(folder, name)
  const facts = await files.stat(inside).catch(() => undefined)
  return facts?.kind === 'file' || facts?.kind === 'folder' ? inside : folder
}
