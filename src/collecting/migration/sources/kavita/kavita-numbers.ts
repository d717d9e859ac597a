import { normalNumber, sameNumber } from '../../../../base/names/numbers'
import { numbersOf } from '../../../../library/recognition/service'
import type { ContentType } from '../../../../library/series/states'
import type { NumberInSeries } from '../../library/file-number'

/** Number of the volume that holds loose chapters and specials, and of the chapter that is its whole volume. */
const LOOSE = -100_000
const SPECIALS = 100_000

export interface KavitaChapter {
  /** Since 0.8 a zero differs from no number. */
  modern: boolean
  volume: number
  volume_end: number
  /** `1`, `2-3`, or the file name of a special. */
  range: string
  number: number
  special: boolean
}

interface Volume {
  /** Empty for loose chapters and specials. */
  number: string
  end: string
}

const isNone = (number: number, modern: boolean) => number === LOOSE || (!modern && number === 0)
/** In libraries of comics a volume is often the start year of the run. */
export const isVolumeYear = (number: number) => Number.isInteger(number) && number >= 1900 && number < 2100

export const isSpecial = ({ special, volume }: Pick<KavitaChapter, 'special' | 'volume'>) =>
  special || volume === SPECIALS

function volumeOf({ volume, volume_end, modern }: KavitaChapter): Volume {
  if (isNone(volume, modern) || volume === SPECIALS) return { number: '', end: '' }
  return { number: normalNumber(String(volume)), end: volume_end > volume ? normalNumber(String(volume_end)) : '' }
}

/** Kind and numbers of a chapter; `read` is what its file name says. */
export function numbersOfChapter(chapter: KavitaChapter, content: ContentType, read: NumberInSeries): NumberInSeries[] {
  const volume = volumeOf(chapter)
  const issue: NumberInSeries = { kind: 'issue', unit: 'issue', number: '', number_end: '', volume_number: null }
  const unit = content === 'manga' ? 'chapter' : 'issue'
  if (isSpecial(chapter)) {
    const number = read.unit === 'volume' ? '' : read.number
    return [{ ...read, unit, number: number || normalNumber(chapter.range.slice(0, 100)), volume_number: null }]
  }
  if (isNone(chapter.number, chapter.modern)) {
    if (volume.number === '' || (content === 'comic' && isVolumeYear(chapter.volume)))
      return [{ ...issue, ...read, unit: read.unit }]
    return parts({ ...issue, unit: 'volume', number: volume.number, number_end: volume.end })
  }
  const [, from = '', to = ''] = /^(-?[^-]+)(?:-(.+))?$/s.exec(chapter.range.trim()) ?? []
  const number = normalNumber(from || String(chapter.number))
  const numbered = { ...issue, kind: read.kind, unit, number, number_end: normalNumber(to) } as NumberInSeries
  if (content === 'manga') return parts({ ...numbered, kind: 'issue', volume_number: volume.number || null })
  // A collected edition counts volumes, in any program.
  return parts(read.unit === 'volume' && sameNumber(read.number, number) ? { ...numbered, unit: 'volume' } : numbered)
}

function parts(one: NumberInSeries): NumberInSeries[] {
  return numbersOf({ number: one.number, number_end: one.number_end }).map((number) => ({ ...one, number }))
}
