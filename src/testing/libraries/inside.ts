import type { ComicInfo } from '../../base/formats/documents/comicinfo'
import type { ContentType } from '../../library/series/states'
import type { Dice } from './dice'
import type { MadeFile, Mess, TrueItem, TrueSeries } from './truth'

/** Metadata documents in the files of a series. */
export interface FileTags {
  way: 'full' | 'bare' | 'volumeOne' | 'idOnly' | 'metron'
  /** The series in the documents. */
  says: TrueSeries
  /** Share of the files with a document. */
  share: number
}

export function pickTags(
  dice: Dice,
  mess: Mess,
  series: TrueSeries,
  others: readonly TrueSeries[],
): FileTags | undefined {
  if (!dice.chance(mess.tagged)) return undefined
  const says = dice.chance(mess.wrongSeriesInside) && others.length > 0 ? dice.pick(others) : series
  const way = dice.weighed({ full: 5, bare: 2, volumeOne: 2, idOnly: 1, metron: 1 })
  return { way, says, share: dice.chance(mess.taggedPartly) ? dice.whole(2, 8) / 10 : 1 }
}

/** The document of a file; empty for the untagged files of a partly tagged series. */
export function describeFile(
  dice: Dice,
  mess: Mess,
  by: FileTags | undefined,
  item: TrueItem,
  kind: ContentType,
): Partial<MadeFile> {
  if (!by || !dice.chance(by.share)) return {}
  const { says, way } = by
  const wrong = dice.chance(mess.wrongNumberInside)
  const number = wrong ? dice.pick(says.items).number : item.number
  const annual = item.kind === 'annual'
  const info: ComicInfo = {
    series: annual ? `${says.name} Annual` : says.name,
    number: number === '' ? undefined : number,
    year: item.year,
    publisher: says.publisher || undefined,
    providerIds: {},
  }
  if (item.unit === 'volume' && kind === 'manga') {
    info.volume = Number(number)
    info.number = undefined
    return { info: withoutUnsaid(info), saidBy: 'ComicInfo' }
  }
  if (item.unit === 'volume') {
    info.format = 'Trade Paper Back'
    return { info: withoutUnsaid(info), saidBy: 'ComicInfo' }
  }
  if (way === 'volumeOne') info.volume = 1
  if (way === 'full') {
    info.volume = annual ? item.year : says.year
    info.count = says.items.length
    if (item.unit === 'issue' && dice.chance(0.3)) info.gtin = upc(item.number)
    if (says.volumeId && !annual) info.providerIds = { comicvineIssue: `${says.volumeId}${item.number}` }
    if (says.volumeId && !annual && dice.chance(0.3)) info.providerIds.comicvineVolume = says.volumeId
  }
  if (way === 'idOnly' && says.volumeId && !annual) info.providerIds = { comicvineVolume: says.volumeId }
  // Taggers may have picked another volume of the same name.
  const strange = info.providerIds.comicvineVolume !== undefined && dice.chance(mess.wrongIds)
  if (strange) info.providerIds.comicvineVolume = String(dice.whole(1, 9999))
  if (way === 'metron') {
    info.series = says.year && !annual ? `${says.name} (${says.year})` : info.series
    if (says.ordinal) info.volume = says.ordinal
    if (says.volumeId && !annual) info.providerIds = { comicvineVolume: says.volumeId }
  }
  return { info: withoutUnsaid(info), saidBy: way === 'metron' ? 'MetronInfo' : 'ComicInfo' }
}

/** The barcode of an issue of some series; undefined for numbers that barcodes cannot encode. */
function upc(number: string): string | undefined {
  if (!/^[1-9]\d{0,2}$/.test(number)) return undefined
  return `761941305936${number.padStart(3, '0')}11`
}

const withoutUnsaid = (info: ComicInfo) =>
  Object.fromEntries(Object.entries(info).filter(([, value]) => value !== undefined)) as unknown as ComicInfo

export function seriesJson({ name, year, publisher, volumeId, items }: TrueSeries): string {
  const metadata = {
    name,
    year,
    publisher: publisher || null,
    comicid: Number(volumeId) || null,
    total_issues: items.length,
  }
  return JSON.stringify({ version: '1.0.2', metadata })
}

export const cvinfo = ({ volumeId }: TrueSeries) => `https://comicvine.gamespot.com/volume/4050-${volumeId}/`

export interface ListedFile {
  series: TrueSeries
  item: TrueItem
  /** File name on the disk of the list's author. */
  fileName?: string
}

/** A reading list of these books. */
export function readingList(books: readonly ListedFile[]): string {
  const entries = books.map(({ series, item, fileName }) => {
    const file = fileName ? ` FileName="${escaped(`C:\\Comics\\${fileName}.cbz`)}"` : ''
    const name = escaped(item.kind === 'annual' ? `${series.name} Annual` : series.name)
    const volume = item.kind === 'annual' ? item.year : series.year
    const number = escaped(item.number || '1')
    const id =
      series.volumeId && item.kind !== 'annual'
        ? `<Database Name="cv" Series="${series.volumeId}" Issue="${series.volumeId}${number}" />`
        : ''
    return `<Book Series="${name}" Number="${number}" Volume="${volume}" Year="${item.year ?? ''}"${file}>${id}</Book>`
  })
  return `<?xml version="1.0"?><ReadingList><Name>List</Name><Books>${entries.join('')}</Books></ReadingList>`
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
