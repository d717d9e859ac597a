import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openArchive } from '../../base/formats/archives/archive'
import { systemFiles } from '../../base/platform/files'
import type { NewFile } from '../../library/series/file-store'
import { LIBRARY, type TestApp } from '../app'
import { makeFile } from '../make'

/**
 * Writes an archive into the library folder of the test (`testApp({ library: true })`) and adds it to the library as
 * the file of `issues`. Returns its path.
 */
export function addFile(
  { db, folder }: Pick<TestApp, 'db' | 'folder'>,
  issues: string[],
  name: string,
  archive: Uint8Array,
  row: Partial<NewFile> = {},
): string {
  const path = join(folder, LIBRARY, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, archive)
  const { size, mtimeMs } = statSync(path)
  const format = archive[0] === 0x52 ? 'cbr' : 'cbz'
  makeFile(db, { path, size, modified_ms: Math.trunc(mtimeMs), format, page_count: 3, issues, ...row })
  return path
}

/** A metadata document in a file on disk; empty when it has none. */
export async function documentIn(path: string, name: 'ComicInfo.xml' | 'MetronInfo.xml' = 'ComicInfo.xml') {
  const archive = await openArchive(path, { files: systemFiles, unpacker: undefined as never })
  try {
    const bytes = name === 'ComicInfo.xml' ? archive.comicInfo() : archive.metronInfo()
    return new TextDecoder().decode(await bytes)
  } finally {
    await archive.close()
  }
}
