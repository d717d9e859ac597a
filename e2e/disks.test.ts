import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProgressView } from '../src/intake/imports/schema'
import { makeCbz, makePages } from '../src/testing/archives/archives'
import { canMount, fillDisk, mountDisk, tempFolder } from './folders'
import { type Client, endAll, startWithLogin } from './panelkeep'

setDefaultTimeout(300_000)

/** Real disks that disappear or fill up under a library. */
const folder = tempFolder()
const mounts = canMount()
afterAll(() => {
  endAll()
  folder.remove()
})

function putSeries(root: string, name: string, issues: number): void {
  mkdirSync(join(root, name), { recursive: true })
  for (let n = 1; n <= issues; n++)
    writeFileSync(join(root, name, `${name} ${n}.cbz`), makeCbz({ ...makePages(1), 'note.txt': `${name} ${n}` }))
}

const view = (reader: Client) => reader.json<ProgressView & Record<string, unknown>>('/api/import/comic/progress')

/** Waits for the end of the running scan or import and returns it. */
async function over(reader: Client): Promise<ProgressView> {
  for (;;) {
    const now = await view(reader)
    if (now.status !== 'scanning' && now.status !== 'importing') return now
    await Bun.sleep(20)
  }
}

async function scan(reader: Client): Promise<ProgressView> {
  expect((await reader.post('/api/import/comic/scan')).status).toBe(200)
  return over(reader)
}

async function confirm(reader: Client): Promise<number> {
  const { scan_id, results } = await view(reader)
  const selected_ids = results!.map(({ match }) => match!.comicid)
  return (await reader.post('/api/import/comic/confirm', { scan_id, selected_ids })).status
}

type Shelf = { ComicName: string; Have: number }[] & Record<string, unknown>
const have = async (reader: Client) =>
  Object.fromEntries((await reader.json<Shelf>('/api/series')).map(({ ComicName, Have }) => [ComicName, Have]))

test.skipIf(!mounts)(
  'a disk below a library folder disappears and returns, and no issue counts as missing',
  async () => {
    const comics = folder.in('comics')
    const share = join(comics, 'share')
    const kept = folder.in('kept')
    putSeries(comics, 'Here', 2)
    putSeries(kept, 'Away', 3)
    let disk = mountDisk(share, 'size=4m')!
    cpSync(kept, share, { recursive: true, preserveTimestamps: true })
    try {
      const panelkeep = await startWithLogin({ dataDir: folder.in('away-data') })
      const reader = await panelkeep.reader()
      await reader.put('/api/config', { comic_dirs: [comics] })
      await scan(reader)
      expect(await confirm(reader)).toBe(200)
      disk.unmount()
      const { progress } = await scan(reader)
      expect([progress.missing_files, progress.moved_files]).toEqual([0, 0])
      expect(progress.errors).toEqual([
        expect.stringContaining(`No disk is mounted at ${share}, so it counts as not connected`),
      ])
      expect(await have(reader)).toEqual({ Here: 2, Away: 3 })

      disk = mountDisk(share, 'size=4m')!
      cpSync(kept, share, { recursive: true, preserveTimestamps: true })
      rmSync(join(share, 'Away', 'Away 3.cbz'))
      const back = await scan(reader)
      expect([back.progress.missing_files, back.progress.errors]).toEqual([1, []])
      expect(await have(reader)).toEqual({ Here: 2, Away: 2 })
      expect((await panelkeep.stop()).code).toBe(0)
    } finally {
      disk.unmount()
    }
  },
)

// Without free space the work cannot start. With a little it can, and it finishes when there is more.
test.skipIf(!mounts).each([0, 2])(
  'a disk that fills up during an import only affects the files that did not fit (%i blocks left)',
  async (left) => {
    const small = folder.in(`small-${left}`)
    const comics = folder.in(`many-${left}`)
    for (const name of ['Amber Divers', 'Copper Orchard', 'Winter Engine']) putSeries(comics, name, 120)
    const disk = mountDisk(small, 'size=16m')!
    try {
      const panelkeep = await startWithLogin({ dataDir: join(small, 'data') })
      const reader = await panelkeep.reader()
      await reader.put('/api/config', { comic_dirs: [comics] })
      expect((await scan(reader)).results).toHaveLength(3)
      const empty = fillDisk(small, left)
      // The result may have to wait for free space.
      const confirming = confirm(reader)
      await Bun.sleep(500)
      expect((await reader.get('/api/health')).status).toBe(200)
      expect((await reader.get('/api/series')).status).toBe(200)
      empty()
      expect([200, 202, 503]).toContain(await confirming)
      const { status, results } = await over(reader)
      expect(status).toBe('completed')
      for (const { error } of results!.filter(({ error }) => error)) expect(error).toContain('disk')
      if (results!.length > 0) expect(await confirm(reader)).toBe(200)
      expect(await have(reader)).toEqual({ 'Amber Divers': 120, 'Copper Orchard': 120, 'Winter Engine': 120 })
      expect((await panelkeep.stop()).code).toBe(0)
    } finally {
      disk.unmount()
    }
  },
)

test.skipIf(!mounts)('a rename on a read-only disk fails with the reason, and can be done later', async () => {
  const share = folder.in('read-only')
  const disk = mountDisk(share, 'size=8m')!
  putSeries(share, 'Paper Wolves', 2)
  try {
    const panelkeep = await startWithLogin({ dataDir: folder.in('read-only-data') })
    const reader = await panelkeep.reader()
    await reader.put('/api/config', { comic_dirs: [share] })
    await scan(reader)
    expect(await confirm(reader)).toBe(200)
    const [shelved] = await reader.json<{ ComicID: string }[] & Record<string, unknown>>('/api/series')
    const { ComicID } = shelved!
    const names = { file_format: '$Series no $Issue', folder_format: '$Series' }
    disk.remount('ro')
    const refused = await rename(reader, ComicID, names)
    expect(refused).toMatchObject({ state: 'partial', counts: { failed: 2 } })
    for (const { error } of refused.changes) expect(error).toContain('is read-only')
    disk.remount('rw')
    expect(await rename(reader, ComicID, names)).toMatchObject({ state: 'done', counts: { done: 2 } })
    expect((await panelkeep.stop()).code).toBe(0)
  } finally {
    disk.unmount()
  }
})

type Batch = { state: string; counts: Record<string, number>; changes: { error: string | null }[] }

/** Renames and returns the batch when it has ended. */
async function rename(reader: Client, comicId: string, names: Record<string, string>): Promise<Batch> {
  const shown = await reader.post(`/api/series/${comicId}/rename/preview`, names)
  const { fingerprint } = (await shown.json()) as { fingerprint: string }
  const applied = await reader.post(`/api/series/${comicId}/rename/apply`, { fingerprint })
  expect(applied.status).toBe(202)
  const { batch_id } = (await applied.json()) as { batch_id: string }
  for (;;) {
    const batch = await reader.json<Batch & Record<string, unknown>>(`/api/filing/batches/${batch_id}`)
    if (batch.state !== 'running') return batch
    await Bun.sleep(20)
  }
}
