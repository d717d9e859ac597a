import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeCbz, makePages } from '../src/testing/archives/archives'
import { coverPicture, coverSeed } from '../src/testing/fakes/cover'
import { type FakeIssue, type FakeSeries, type ProviderData, seriesOf } from '../src/testing/fakes/provider-data'

/** Three hundred files of series of the fake services, named and tagged like real ones. */

export interface SeriesOnDisk {
  kind: 'comic' | 'manga'
  /** The folder of the series' files. */
  folder: string
  /** Key of the series in the fake data. */
  key: string
  /** Id of the proposed series on the wire. */
  comicid: string
  files: number
  /** The number of entries at the service: issues, or chapters or volumes as in the files. */
  total: number
}

/** Adds a series of the same name, one year later, with as many issues: only covers tell the two apart. */
export function addTwin(providerData: ProviderData): void {
  const quiet = seriesOf(providerData, 'quiet')
  const issues = quiet.issues.map((issue, at) => ({
    ...issue,
    key: `quiet-again/${issue.number}`,
    ids: { metron: String(6_000_001 + at) },
    cover: `quiet-again_${issue.number}`,
  }))
  providerData.series.push({
    ...quiet,
    key: 'quiet-again',
    year: 2022,
    description: 'Quiet Signal began again in 2022.',
    end_year: 2022,
    ids: { metron: '6000000' },
    cover: issues[0]!.cover,
    issues,
  })
}

/** Writes all files below `root`; returns the series. */
export async function fillShelves(root: string, providerData: ProviderData): Promise<SeriesOnDisk[]> {
  const shelves: SeriesOnDisk[] = []
  let made = 0
  const shelf = (kind: SeriesOnDisk['kind'], key: string, comicid: string, folder: string, volumes?: number) => {
    const series = seriesOf(providerData, key)
    const chapters = Number(series.last_chapter ?? series.issues.length)
    const shelf: SeriesOnDisk = { kind, folder, key, comicid, files: 0, total: volumes ?? chapters }
    shelves.push(shelf)
    return {
      series,
      put(name: string, more: { comicInfo?: string; cover?: Uint8Array } = {}) {
        const path = join(root, kind === 'comic' ? 'Comics' : 'Manga', folder, name)
        const { comicInfo, cover } = more
        const entries = { ...(cover ? { 'p0.jpg': cover } : {}), ...makePages(2), 'n.txt': `${made++}` }
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(path, makeCbz(entries, comicInfo ? { comicInfo } : {}))
        shelf.files += 1
      },
    }
  }

  // Named only by number, with ComicInfo. Eighty more issues were released.
  const atlas = shelf('comic', 'atlas', '107000', 'from the old disk')
  for (const issue of atlas.series.issues.slice(0, 150))
    atlas.put(`scan${issue.number.padStart(4, '0')}.cbz`, { comicInfo: tagged(atlas.series, issue) })

  // File names only, with and without years, as in scene releases.
  const harbor = shelf('comic', 'harbor-2012', '101000', 'Harbor Lights (2012)')
  for (const { number } of harbor.series.issues.slice(0, 10)) harbor.put(`Harbor Lights ${number} (2012).cbz`)
  const second = shelf('comic', 'harbor-2019', '102000', 'Harbor Lights v2019')
  for (const { number } of second.series.issues.slice(1, 13)) second.put(`Harbor Lights ${number}.cbz`)
  const copper = shelf('comic', 'copper', '104000', 'The Copper Orchard (2015)')
  for (const { number, kind } of copper.series.issues)
    if (kind === 'issue') copper.put(`Copper Orchard ${number} (of 8) (2015).cbz`)
  const paper = shelf('comic', 'paper', '106000', 'Wolves of Paper (2003)')
  for (const { number } of paper.series.issues) paper.put(`Wolves of Paper #${number}.cbz`)
  const divers = shelf('comic', 'divers', '108000', 'Glass Divers (2018)')
  divers.put('Glass Divers (2018).cbz')
  const annual = shelf('comic', 'harbor-annual', '103000', 'Harbor Lights Annual (2020)')
  for (const { number } of annual.series.issues) annual.put(`Harbor Lights Annual ${number}.cbz`)

  // Only the covers identify the series.
  const quiet = shelf('comic', 'quiet-again', 'metron-6000000', 'Quiet Signal')
  for (const { number, cover } of quiet.series.issues.slice(0, 4))
    quiet.put(`Quiet Signal ${number}.cbz`, { cover: await coverPicture(cover, 600) })

  const courier = shelf('manga', 'courier', `md-${id(providerData, 'courier')}`, 'Lantern Courier', 6)
  for (let volume = 1; volume <= 6; volume++)
    courier.put(`Lantern Courier v${String(volume).padStart(2, '0')} (2014).cbz`, {
      cover: await coverPicture(coverSeed(`courier/volume ${volume}`), 600),
    })
  const moss = shelf('manga', 'moss', `md-${id(providerData, 'moss')}`, 'Moss and Iron')
  for (const { number } of moss.series.issues.slice(0, 11))
    moss.put(`Moss and Iron - Ch. ${number.padStart(3, '0')} [Group].cbz`)
  // A series that only AniList has.
  const salt = shelf('manga', 'salt', 'al-990004', 'The Salt Cartographer')
  for (let chapter = 1; chapter <= 88; chapter++)
    salt.put(`The Salt Cartographer c${String(chapter).padStart(3, '0')} (2001).cbz`)
  return shelves
}

const id = (providerData: ProviderData, key: string) => seriesOf(providerData, key).ids.mangadex

function tagged({ name, ids }: FakeSeries, { number }: FakeIssue): string {
  const web = `https://comicvine.gamespot.com/winter-atlas/4050-${ids.comicvine}/`
  return `<?xml version="1.0"?>\n<ComicInfo><Series>${name}</Series><Number>${number}</Number><Web>${web}</Web></ComicInfo>`
}
