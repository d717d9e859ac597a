import { type Client, start } from '../e2e/panelkeep'
import type { EditReply, TableBody, TableReply } from '../src/collecting/edits/schema'
import { copyFolder, FIRST_START_MS, LONG_SERIES, largeDataDir } from './library'
import { ms, percentile, readPath } from './measure'
import { type Row, unmeasuredRow } from './table'

const ROWS = 500

/** A table with 500 rows at 250,000 issues: opened, saved and undone, while others use the library. */
export async function edits(): Promise<Row[]> {
  const large = await copyFolder(await largeDataDir())
  const panelkeep = await start({ dataDir: large.path })
  const reader = await panelkeep.reader()
  await Bun.sleep(FIRST_START_MS)
  const { comics } = await reader.json<{ comics: { ComicID: string }[] }>(`/api/series?limit=${ROWS}`)
  const rows: Row[] = []
  const tables: [what: string, body: TableBody][] = [
    ['series', { of: 'series', ids: comics.map(({ ComicID }) => ComicID) }],
    ['issues of a series with 1,000', { of: 'issues', comic_id: LONG_SERIES }],
  ]
  for (const [what, body] of tables)
    rows.push(
      ...(await tableRows(reader, what, body).catch((error: unknown) => [unmeasuredRow(`edit ${what}`, '', error)])),
    )
  await panelkeep.stop()
  large.remove()
  return rows
}

async function tableRows(reader: Client, what: string, body: TableBody): Promise<Row[]> {
  const table = await timed(reader, () => reader.post('/api/series/edits/rows', body))
  const changes = (table.reply as TableReply).rows.slice(0, ROWS).map(({ id, values }) => ({
    id,
    set: { genres: ['Noir', 'Space'], tags: ['bench'], age_rating: 'Teen' },
    seen: values,
  }))
  const saved = await timed(reader, () => reader.post('/api/series/edits', { [body.of]: changes }))
  const { edit_id, saved: count } = saved.reply as EditReply
  if (count !== ROWS) throw new Error(`${count} of ${ROWS} rows were saved`)
  const undone = await timed(reader, () => reader.post(`/api/series/edits/${edit_id}/undo`))
  return [
    { what: `open a table of ${what}`, budget: '', measured: table.words },
    { what: `save ${ROWS} ${what}`, budget: 'others wait 50 ms', measured: saved.words },
    { what: `undo ${ROWS} ${what}`, budget: 'others wait 50 ms', measured: undone.words },
  ]
}

/** The reply, and how long it and small requests beside it took. */
async function timed(reader: Client, send: () => Promise<Response>): Promise<{ reply: unknown; words: string }> {
  let isOver = false
  const since = performance.now()
  const whole = send()
    .then((reply) => reply.json())
    .finally(() => {
      isOver = true
    })
  const waits: number[] = []
  while (!isOver) {
    const began = performance.now()
    await readPath(reader, '/api/health')
    waits.push(performance.now() - began)
  }
  const reply = await whole
  const took = performance.now() - since
  return {
    reply,
    words: `${ms(took)}; others wait p50 ${ms(percentile(waits, 0.5))}, longest ${ms(Math.max(...waits))}`,
  }
}
