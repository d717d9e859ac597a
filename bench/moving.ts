import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { start } from '../e2e/panelkeep'
import { makeMylar, manySeries } from '../src/testing/migration/mylar'
import { copyFolder, emptyDataDir } from './library'
import { ms } from './measure'
import type { Row } from './table'

const SERIES = 5_000
const EACH = 50
const STATUSES = ['Downloaded', 'Wanted', 'Skipped', 'Archived', 'Downloaded']

type Progress = { status: string; error: string | null; files: { waiting: number } | null }

/** A library of Mylar with 5,000 series and 250,000 issues. */
export async function moving(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'panelkeep-bench-mylar-'))
  const data = await copyFolder(await emptyDataDir())
  const panelkeep = await start({ dataDir: data.path })
  try {
    makeMylar(
      folder,
      manySeries(SERIES, EACH, (at) => STATUSES[at % STATUSES.length]!),
      '[General]\n',
    )
    const reader = await panelkeep.reader()
    const timed = async (work: () => Promise<unknown>) => {
      const since = performance.now()
      await work()
      return ms(performance.now() - since)
    }
    const post = async (route: string) => {
      const reply = await reader.post(`/api/system/migration/${route}`, { path: folder })
      if (reply.status !== 200) throw new Error(`${route} answered ${reply.status}: ${await reply.text()}`)
    }
    const until = async (isDone: (now: Progress) => boolean) => {
      for (;;) {
        const now = await reader.json<Progress & Record<string, unknown>>('/api/system/migration/progress')
        if (now.error !== null) throw new Error(now.error)
        if (isDone(now)) return
        await Bun.sleep(25)
      }
    }
    const preview = await timed(() => post('preview'))
    const moved = await timed(async () => {
      await post('start')
      await until(({ status }) => status === 'complete')
    })
    const sought = await timed(() => until(({ files }) => files?.waiting === 0))
    return [
      { what: 'migration: preview of 250,000 issues', budget: '2 s', measured: preview },
      { what: 'migration: 5,000 series, 250,000 issues', budget: '10 s', measured: moved },
      { what: 'migration: search for 100,000 missing files', budget: 'in the background', measured: sought },
    ]
  } finally {
    await panelkeep.stop()
    data.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}
