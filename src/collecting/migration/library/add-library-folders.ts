import { resolve } from 'node:path'
import { Refusal } from '../../../base/refusal'
import { isBelow } from '../../../library/filing/folders'
import type { SettingsMove } from '../source'
import type { SourceRoot } from './rows'

const KEYS = { comic: 'comic_dirs', manga: 'manga_dirs' } as const

/**
 * Makes the source's folders library folders when they exist on this machine. Returns a sentence for each that does
 * not.
 */
export async function addLibraryFolders(
  roots: Iterable<SourceRoot>,
  { localPath, settings }: SettingsMove,
): Promise<string[]> {
  const warnings: string[] = []
  for (const { path, content_type } of roots) {
    const folder = resolve(localPath(path))
    const { comic_dirs, manga_dirs } = settings.view()
    const known = [...foldersOf(comic_dirs), ...foldersOf(manga_dirs)].map((each) => resolve(each))
    if (known.some((each) => each === folder || isBelow(folder, each))) continue
    const key = KEYS[content_type]
    const now = foldersOf(content_type === 'manga' ? manga_dirs : comic_dirs)
    try {
      await settings.change({ [key]: [...now, folder] })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      warnings.push(`${folder} is no library folder: ${error.detail} Add it in Settings, Folders.`)
    }
  }
  return warnings
}

const foldersOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
