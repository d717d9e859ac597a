import { start } from '../e2e/panelkeep'
import { cblDocument } from '../src/base/formats/documents/cbl-writer'
import { copyFolder, largeDataDir, SERIES } from './library'
import { ms } from './measure'
import type { Row } from './table'

/** The length of the longest published list. */
const BOOKS = 3180
const WHAT = 'POST /api/storyarcs/import, 3,180 issues'

/** A long reading list against 250,000 issues: most are in the library, some belong to series that are not. */
export async function readingList(): Promise<Row[]> {
  const large = await copyFolder(await largeDataDir())
  const panelkeep = await start({ dataDir: large.path })
  try {
    const reader = await panelkeep.reader()
    const { comics } = await reader.json<{ comics: { ComicName: string; ComicYear: string }[] }>(
      `/api/series?limit=100&offset=${SERIES / 2}`,
    )
    const books = Array.from({ length: BOOKS }, (_, at) => {
      const { ComicName, ComicYear } = comics[at % comics.length]!
      const number = String(1 + Math.trunc(at / comics.length))
      return { series: at % 10 === 0 ? `${ComicName} Far Away` : ComicName, volume: Number(ComicYear), number, ids: [] }
    })
    const document = cblDocument({ name: 'Everything', books })
    const since = performance.now()
    const reply = await reader.post('/api/storyarcs/import', { document })
    const elapsed = performance.now() - since
    const { issues, matched } = (await reply.json()) as { issues: number; matched: number }
    return [{ what: WHAT, budget: '5 s', measured: `${ms(elapsed)} (${matched} of ${issues} matched)` }]
  } finally {
    await panelkeep.stop()
    large.remove()
  }
}
