import { matchKey } from '../../base/names/titles'
import type { ContentType } from '../../library/series/states'
import { Dice } from './dice'
import {
  collectedName,
  fileName,
  initialsOf,
  mangaName,
  type NameStyle,
  nameStyle,
  onDisk,
  typedWrong,
} from './file-names'
import { cvinfo, describeFile, type FileTags, type ListedFile, pickTags, readingList, seriesJson } from './inside'
import type { RealName } from './pools'
import type { MadeFile, MadeLibrary, Mess, TrueItem, TrueSeries } from './truth'

interface Pool {
  kind: ContentType
  series: readonly TrueSeries[]
  /** Real file names. */
  names?: readonly RealName[]
}

/** A library with known content and realistic mess. The same seed gives the same library. */
export function makeLibrary(seed: number, pool: Pool, mess: Mess, names = 12): MadeLibrary {
  const dice = new Dice(seed)
  const library: MadeLibrary = { kind: pool.kind, files: [], beside: new Map() }
  const byName = [...Map.groupBy(pool.series, ({ name }) => name).values()]
  const chosen = Array.from({ length: names }, () => dice.pick(byName))
  for (const runs of new Set(chosen)) new Shelf(dice, mess, library, pool.series).add(runs)
  if (pool.kind === 'comic' && dice.chance(0.4)) addEvent(dice, library, chosen.flat())
  misplace(dice, mess, library)
  addReal(dice, library, pool.names ?? [], chosen.flat())
  return { ...library, files: [...new Map(library.files.map((file) => [file.path, file])).values()] }
}

/** One series, or the runs of one name, in its folders. */
class Shelf {
  constructor(
    private readonly dice: Dice,
    private readonly mess: Mess,
    private readonly library: MadeLibrary,
    private readonly others: readonly TrueSeries[],
  ) {}

  add(runs: readonly TrueSeries[]): void {
    const { dice, mess } = this
    const owned = runs.filter(() => dice.chance(0.8))
    const mixed = owned.length > 1 && dice.chance(mess.mixedRuns)
    const style = nameStyle(dice, mess.yearless, mixed ? 0 : mess.numbersOnly)
    const above = dice.pick(['', '', '', `${runs[0]!.publisher}/`, `${onDisk(runs[0]!.name)[0]}/`]).replace(/^\//, '')
    const loose = dice.chance(mess.loose) && style.form !== 'number' && style.form !== 'numberTitle'
    for (const series of owned) {
      const own = `${onDisk(series.name)}${series.year && dice.chance(runs.length > 1 ? 0.9 : 0.6) ? ` (${series.year})` : ''}`
      const folder = loose
        ? dice.pick(['', 'New'])
        : mess.nameless > dice.next()
          ? ''
          : above + (mixed ? onDisk(series.name) : own)
      this.addSeries(series, folder, style, !loose && !mixed, runs)
    }
  }

  private addSeries(series: TrueSeries, folder: string, style: NameStyle, alone: boolean, runs: readonly TrueSeries[]) {
    const { dice, mess, library } = this
    const by = pickTags(dice, mess, series, this.others)
    const usual = dice.whole(20, 30)
    const from = dice.chance(0.6) ? 0 : dice.whole(0, series.items.length - 1)
    const to = dice.chance(0.6) ? series.items.length : dice.whole(from + 1, series.items.length)
    const items = dice.some(series.items.slice(from, Math.min(to, from + 60)), dice.chance(0.7) ? 1 : 0.6)
    const marked = dice.chance(0.75)
    for (const item of items.length > 0 ? items : series.items.slice(0, 1)) {
      const name =
        library.kind === 'manga' ? mangaName(style, series, item, marked) : this.issueName(style, series, item)
      this.put(series, item, `${folder}/${name}`, this.pagesOf(item, usual), by)
    }
    const other = runs.find((run) => run !== series)
    if (other && dice.chance(mess.strayRuns)) {
      const stray = dice.pick(other.items)
      const name = this.issueName({ ...style, year: style.year && dice.chance(0.5) }, other, stray)
      const way = dice.pick(['full', 'idOnly'] as const)
      const tagged = dice.chance(0.5) ? { says: other, way, share: 1 } : undefined
      this.put(other, stray, `${folder}/${name}`, this.pagesOf(stray, usual), tagged)
    }
    if (library.kind === 'comic') this.addExtras(series, folder, style, by)
    if (alone) this.addBeside(series, folder, runs)
  }

  private issueName(style: NameStyle, series: TrueSeries, item: TrueItem): string {
    const { dice, mess } = this
    const typed = dice.chance(mess.typos) ? typedWrong(dice, series.name) : series.name
    const wrong = dice.chance(mess.misnumbered) ? { ...item, number: String(dice.whole(1, 99)) } : item
    return fileName(style, series, wrong, typed)
  }

  private pagesOf({ unit, kind, number }: TrueItem, usual: number): number {
    const { dice } = this
    if (number === '' && dice.chance(0.4)) return dice.whole(60, 300)
    if (unit === 'volume') return dice.whole(110, 260)
    if (unit === 'chapter') return dice.whole(14, 50)
    if (kind === 'annual' || dice.chance(0.02)) return dice.whole(36, 66)
    return usual + dice.whole(0, 8)
  }

  private put(series: TrueSeries, item: TrueItem, base: string, pages: number, by: FileTags | undefined): void {
    const { dice, mess, library } = this
    const path = `${base.replace(/^\//, '')}.${dice.pick(['cbz', 'cbz', 'cbr'])}`
    const info = describeFile(dice, mess, by, item, library.kind)
    if (dice.chance(mess.covers)) {
      const sample = dice.chance(0.4)
      library.files.push({ path, pages: sample ? dice.whole(3, 8) : dice.whole(1, 2), series, ...info })
      return
    }
    library.files.push({ path, pages, series, item, ...info })
    if (!dice.chance(mess.copies)) return
    const copy = `${base.replace(/^\//, '')} (c2c).cbz`
    library.files.push({
      path: copy,
      pages: pages + (dice.chance(0.4) ? dice.whole(8, 14) : dice.whole(0, 3)),
      series,
      item,
    })
  }

  private addExtras(series: TrueSeries, folder: string, style: NameStyle, by: FileTags | undefined): void {
    const { dice, mess } = this
    if (series.year === undefined) return
    const year = series.items.at(-1)?.year ?? series.year
    if (dice.chance(mess.annuals)) {
      const below = dice.chance(0.3) ? `${folder}/Annuals` : folder
      for (let at = 1; at <= dice.whole(1, 3); at++) {
        const item: TrueItem = {
          kind: 'annual',
          unit: 'issue',
          number: String(at),
          year: Math.min(year, series.year + at),
          title: 'Homecoming',
        }
        this.put(series, item, `${below}/${fileName(style, series, item)}`, this.pagesOf(item, 0), by)
      }
    }
    if (dice.chance(mess.collected)) {
      const below = dice.chance(0.4) ? `${folder}/${dice.pick(['TPBs', 'Collected', 'Trades'])}` : folder
      const isNamed = !dice.chance(mess.collectedUnsaid)
      for (let at = 1; at <= dice.whole(1, 3); at++) {
        const item: TrueItem = {
          kind: 'issue',
          unit: 'volume',
          number: String(at),
          year: series.year + at,
          title: 'Low Tide',
        }
        this.put(series, item, `${below}/${collectedName(dice, series, item, isNamed)}`, dice.whole(110, 260), by)
      }
    }
  }

  private addBeside(series: TrueSeries, folder: string, runs: readonly TrueSeries[]): void {
    const { dice, mess, library } = this
    if (series.year === undefined || folder === '') return
    const stale = dice.chance(mess.staleFolderFiles) ? dice.pick(this.others) : series
    if (dice.chance(mess.folderFiles)) {
      if (series.volumeId && dice.chance(0.4)) library.beside.set(`${folder}/cvinfo`, cvinfo(stale))
      else library.beside.set(`${folder}/series.json`, seriesJson(stale))
    }
    if (library.kind !== 'comic' || !dice.chance(mess.lists)) return
    const other = runs.find((run) => run !== series)
    const target = other && dice.chance(mess.wrongLists * 3) ? other : series
    const books = dice.some(target.items, 0.8).map((item) => ({ series: target, item }))
    library.beside.set(`${folder}/${onDisk(series.name)}.cbl`, readingList(books))
  }
}

/** A folder of a story across several series, often with its reading list. */
function addEvent(dice: Dice, library: MadeLibrary, chosen: readonly TrueSeries[]): void {
  const style = nameStyle(dice, 0.6, 0)
  const books: ListedFile[] = chosen
    .filter(() => dice.chance(0.5))
    .flatMap((series) => {
      const from = dice.whole(0, series.items.length - 1)
      return series.items.slice(from, from + dice.whole(1, 4)).map((item) => ({ series, item }))
    })
  // Some lists are made from these files.
  const fromFiles = dice.chance(0.2)
  for (const book of books) {
    const { series, item } = book
    const name = fromFiles ? onDisk(`${initialsOf(series.name)}${item.number || 1}`) : fileName(style, series, item)
    if (fromFiles) book.fileName = name
    const path = `Night Falls/${name}.cbz`
    library.files.push({ path, pages: dice.whole(20, 34), series, item })
  }
  if (books.length > 0 && (fromFiles || dice.chance(0.6)))
    library.beside.set('Night Falls/Night Falls.cbl', readingList(books))
}

/** Moves files into the folder of another series. */
function misplace(dice: Dice, mess: Mess, { files }: MadeLibrary): void {
  for (const file of files) {
    if (!dice.chance(mess.misplaced)) continue
    const to = dice.pick(files).path
    file.path = to.slice(0, to.lastIndexOf('/') + 1) + file.path.slice(file.path.lastIndexOf('/') + 1)
  }
}

function addReal(
  dice: Dice,
  { kind, files }: MadeLibrary,
  names: readonly RealName[],
  chosen: readonly TrueSeries[],
): void {
  const own = names.filter((name) => name.kind === kind)
  // Series for which it is unknown whether two of a name are one.
  const known = new Set(chosen.map(({ name }) => matchKey(name)))
  for (let tries = 0; own.length > 0 && tries < 2; tries++) {
    const { name, series, item } = dice.pick(own)
    if (known.has(matchKey(series.name))) continue
    known.add(matchKey(series.name))
    const path = `${dice.pick(['New', 'Incoming'])}/${/\.cb[rz7t]$/i.test(name) ? name : `${name.replaceAll('/', '-')}.cbz`}`
    const pages = item.unit === 'volume' ? dice.whole(150, 220) : dice.whole(20, 32)
    files.push({ path, pages, series, item } satisfies MadeFile)
  }
}
