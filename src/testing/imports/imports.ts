import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { GroupResult, ProgressView } from '../../intake/imports/schema'
import type { TestApp } from '../app'
import { makeCbz, makePages } from '../archives/archives'
import { advanceUntil } from '../fakes/advance-until'

/** Shared by import tests: files on the disk, a scan, and the confirmation of its proposals. */

type Kind = 'comic' | 'manga'

/** Writes the file, with the folders above it. */
export function putFile(path: string, content: Uint8Array | string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

/** Writes a comic of two pages; only those with the same `n` are copies. */
export const putComic = (path: string, n: number) => putFile(path, makeCbz({ ...makePages(2), 'n.txt': `${n}` }))

export const progressOf = ({ reader }: TestApp, kind: Kind = 'comic') =>
  reader.json<ProgressView>(200, reader.get(`/api/import/${kind}/progress`))

/** Scans to the end and returns the progress. */
export async function scanLibrary(app: TestApp, kind: Kind = 'comic'): Promise<ProgressView> {
  await app.reader.json(200, app.reader.post(`/api/import/${kind}/scan`))
  await app.idle()
  return progressOf(app, kind)
}

/** Scans the import folder to the end. New files are compared again after two seconds: no more time passes. */
export async function scanInbox(app: TestApp): Promise<void> {
  await app.reader.json(200, app.reader.post('/api/import/refresh'))
  await advanceUntil(app.clock, app.idle(), '2 s')
}

interface Confirmed {
  success: boolean
  operation_id: string
  imported: number
  errors: { comicid: string; error: string }[]
}

/** Imports these proposals of the scan of comics; without any, all of them. */
export function confirmImport(
  app: TestApp,
  { scan_id, results }: ProgressView,
  ...some: GroupResult[]
): Promise<Confirmed> {
  const selected_ids = (some.length > 0 ? some : (results ?? [])).map(({ match }) => match!.comicid)
  return app.reader.json<Confirmed>(200, app.reader.post('/api/import/comic/confirm', { scan_id, selected_ids }))
}
