import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeCbz, makePng } from '../src/testing/archives/archives'
import type { Client } from './panelkeep'

/** One series of every kind: a comic with double pages, a manga, and a strip. All invented. */

const PAGE = [500, 750] as const
const SPREAD = [1000, 750] as const
const PIECE = [400, 1300] as const

const two = (n: number) => String(n).padStart(2, '0')

type Look = { count: number; hue: number; size?: readonly [number, number]; wide?: readonly number[] }

const drawn = new Map<string, Uint8Array>()

/** Drawing is slow, so every issue has the same pages and its own cover. */
function draw(page: number, hue: number, [width, height]: readonly [number, number]): Uint8Array {
  const own = page === 0 ? hue : 60
  const shown = (page % 10) + 1
  const key = `${own} ${shown} ${width}`
  const colour = [(own + shown * 23) % 200, (own * 3 + shown * 41) % 190, (own * 7 + shown * 17) % 220] as const
  const png = drawn.get(key) ?? makePng(width, height, colour, String(shown))
  drawn.set(key, png)
  return png
}

function pages({ count, hue, size = PAGE, wide = [] }: Look): Record<string, Uint8Array> {
  const one = (page: number) =>
    [`page ${two(page + 1)}.png`, draw(page, hue, wide.includes(page) ? SPREAD : size)] as const
  return Object.fromEntries(Array.from({ length: count }, (_, page) => one(page)))
}

const TO_THE_LEFT = '<?xml version="1.0"?><ComicInfo><Manga>YesAndRightToLeft</Manga></ComicInfo>'

export interface ReadingSetup {
  comics: string
  manga: string
}

/** Writes the files below `root`. */
export function makeReadingSetup(root: string): ReadingSetup {
  const comics = join(root, 'Comics')
  const manga = join(root, 'Manga')
  const put = (path: string, bytes: Uint8Array) => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, bytes)
  }
  const harbor = (n: number, look: Look) =>
    put(join(comics, 'Harbor Lights (2015)', `Harbor Lights 0${n} (2015).cbz`), makeCbz(pages(look), { store: true }))
  harbor(1, { count: 10, hue: 40, wide: [3, 6] })
  harbor(2, { count: 8, hue: 120 })
  harbor(3, { count: 8, hue: 180 })
  put(
    join(comics, 'Tall Tower (2022)', 'Tall Tower 01 (2022).cbz'),
    makeCbz(pages({ count: 30, hue: 90, size: PIECE }), { store: true }),
  )
  put(
    join(manga, 'Moon Parade', 'Moon Parade v01 (2018).cbz'),
    makeCbz(pages({ count: 9, hue: 10, wide: [5] }), { store: true, comicInfo: TO_THE_LEFT }),
  )
  return { comics, manga }
}

type Rows = { ComicID: string; ComicName: string }[] & Record<string, unknown>
type Detail = { issues: { id: string; number: string }[] } & Record<string, unknown>

/** Scans the folders and imports everything. Returns the ids of issues by "series number". */
export async function importReadingSetup(
  reader: Client,
  { comics, manga }: ReadingSetup,
): Promise<Map<string, string>> {
  await reader.put('/api/config', { comic_dirs: [comics], manga_dirs: [manga] })
  for (const kind of ['comic', 'manga']) {
    await reader.post(`/api/import/${kind}/scan`)
    const { scan_id, results } = await over(reader, kind)
    const selected_ids = (results ?? []).map((result) => result.match?.comicid)
    await reader.post(`/api/import/${kind}/confirm`, { scan_id, selected_ids })
    await over(reader, kind)
  }
  const ids = new Map<string, string>()
  for (const { ComicID, ComicName } of await reader.json<Rows>('/api/series')) {
    ids.set(ComicName, ComicID)
    const { issues } = await reader.json<Detail>(`/api/series/${encodeURIComponent(ComicID)}`)
    for (const { id, number } of issues) ids.set(`${ComicName} ${number}`, id)
  }
  return ids
}

type Now = { status: string | null; scan_id: string | null; results?: { match: { comicid: string } | null }[] }

async function over(reader: Client, kind: string): Promise<Now> {
  for (;;) {
    const now = await reader.json<Now & Record<string, unknown>>(`/api/import/${kind}/progress`)
    if (now.status !== 'scanning' && now.status !== 'importing') return now
    await Bun.sleep(20)
  }
}
