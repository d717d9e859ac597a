import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Panelkeep, start } from '../e2e/panelkeep'
import { makeMylar, manySeries } from '../src/testing/migration/mylar'
import { collectionTables } from '../src/testing/migration/mylar-collection'
import { copyFolder, emptyDataDir } from './library'
import { mb, ms, peakOf, resident, sizeOf, writtenBytes } from './measure'
import type { Row } from './table'

const SERIES = 5_000
const EACH = 50
const STATUSES = ['Downloaded', 'Wanted', 'Skipped', 'Archived', 'Downloaded']

type Progress = { status: string; error: string | null; files: { waiting: number } | null }

/** Libraries of Mylar with 5,000 series and 250,000 issues: without and with history, arcs and lists. */
export async function moving(): Promise<Row[]> {
  const today = new Date().toISOString().slice(0, 10)
  const plain = manySeries(SERIES, EACH, (at) => STATUSES[at % STATUSES.length]!)
  return [
    ...(await moveIn('moving in', plain)),
    ...(await moveIn('moving in with history', collectionTables({ series: SERIES, each: EACH, today }))),
  ]
}

async function moveIn(what: string, tables: Parameters<typeof makeMylar>[1]): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'panelkeep-bench-mylar-'))
  const data = await copyFolder(await emptyDataDir())
  const panelkeep = await start({ dataDir: data.path })
  const watch = new Watch(panelkeep)
  try {
    makeMylar(folder, tables, '[General]\n')
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
        await Bun.sleep(100)
      }
    }
    const [preview, previewWait] = await watch.during(() => timed(() => post('preview')))
    const before = writtenBytes(panelkeep.child.pid)
    const [moved, movedWait] = await watch.during(() =>
      timed(async () => {
        await post('start')
        await until(({ status }) => status === 'complete')
      }),
    )
    const written = writtenBytes(panelkeep.child.pid) - before
    const [sought, soughtWait] = await watch.during(() => timed(() => until(({ files }) => files?.waiting === 0)))
    const all = writtenBytes(panelkeep.child.pid) - before
    const peak = peakOf(panelkeep.child.pid)
    await Bun.sleep(20_000)
    const later = resident(panelkeep.child.pid)
    const size = ['', '-wal'].reduce((sum, end) => sum + sizeOf(join(data.path, `panelkeep.db${end}`)), 0)
    const bytes = `${mb(written)}, ${mb(all)} with the search for files; the database has ${mb(size)}`
    return [
      { what: `${what}: preview of 250,000 issues`, budget: '2 s', measured: preview },
      { what: `${what}: 5,000 series, 250,000 issues`, budget: '20 s', measured: moved },
      { what: `${what}: search for 100,000 missing files`, budget: 'in the background', measured: sought },
      {
        what: `${what}: longest wait of /api/health`,
        budget: '50 ms',
        measured: `preview ${ms(previewWait)}, tables ${ms(movedWait)}, files ${ms(soughtWait)}`,
      },
      { what: `${what}: written bytes`, budget: '5 times the database', measured: bytes },
      { what: `${what}: memory at the peak, later`, budget: '–', measured: `${mb(peak)}, ${mb(later)}` },
    ]
  } finally {
    watch.end()
    await panelkeep.stop()
    data.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Asks for the liveness of a program from a process of its own, which nothing of the bench holds up. */
class Watch {
  private readonly child: Bun.Subprocess<'ignore', 'pipe', 'inherit'>
  private longest = 0

  constructor({ port }: Panelkeep) {
    const script = `for (;;) { const t = performance.now(); await fetch('http://127.0.0.1:${port}/api/health').then((r) => r.text())
      console.log(performance.now() - t); await Bun.sleep(5) }`
    this.child = Bun.spawn([process.execPath, '-e', script], { stdin: 'ignore', stdout: 'pipe', stderr: 'inherit' })
    void this.read()
  }

  /** The result, and the longest wait meanwhile in milliseconds. */
  async during<T>(work: () => Promise<T>): Promise<[T, number]> {
    this.longest = 0
    const result = await work()
    await Bun.sleep(100)
    return [result, this.longest]
  }

  end(): void {
    this.child.kill()
  }

  private async read(): Promise<void> {
    const decoder = new TextDecoder()
    let rest = ''
    for await (const chunk of this.child.stdout) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = lines.pop()!
      for (const line of lines) this.longest = Math.max(this.longest, Number(line))
    }
  }
}
