import type { ComicInfo } from '../../../base/formats/documents/comicinfo'
import { sameNumber } from '../../../base/names/numbers'
import { namesWord } from '../../search/verdict/other-works'
import type { VerdictTarget } from '../../search/verdict/wanted'
import type { ComparedIssue } from './compared-issue'

/** The numbers in a ComicInfo. */
export interface TaggedNumbers {
  series: string | undefined
  number: string | undefined
  alternateNumber: string | undefined
  title: string
  format: string
  /**
   * The volume from the series name, or from the Volume field; undefined when that field holds the start year of the
   * run.
   */
  volume: string | undefined
}

const ANNUAL = /\bannuals?\b/i
const ANNUAL_NUMBER = /^annual\s*#?\s*(?=\d)/i

/** "Annual 1" → "1". */
export const bareNumber = (number: string) => number.replace(ANNUAL_NUMBER, '')

/** `isNamedAnnual`: the name of the file or of its release calls it an annual. */
export function wrongKind(
  { series = '', format = '', number = '', title = '' }: ComicInfo,
  { target }: ComparedIssue,
  isNamedAnnual: boolean,
): string | undefined {
  const isAnnual = [series, format, number].some((text) => ANNUAL.test(text))
  const isOwn = target.annual || namesWord(target.keys, 'annual')
  if (isAnnual) return isOwn ? undefined : 'Annual; a regular issue is wanted'
  if (!target.annual || isNamedAnnual || series === '' || number === '' || ANNUAL.test(title)) return undefined
  return 'Regular issue; the annual is wanted'
}

export function wrongNumber(tagged: TaggedNumbers, { target }: ComparedIssue): string | undefined {
  const { wanted, unit, book } = target
  if (tagged.series === undefined || wanted.issue === '') return undefined
  if (unit === 'volume') return wrongVolume(tagged, target)
  if (unit === 'chapter') return wrongChapter(tagged, target)
  const numbers = numbersOf(tagged)
  // Taggers write the number of a book into either field.
  if (book && tagged.volume !== undefined) numbers.push(tagged.volume)
  return numbers.length === 0 || isOneOf(wanted.issue, numbers) ? undefined : mismatch(numbers[0]!, wanted.issue)
}

const numbersOf = ({ number, alternateNumber }: Pick<TaggedNumbers, 'number' | 'alternateNumber'>) =>
  [number, alternateNumber].flatMap((each) => (each === undefined ? [] : [bareNumber(each)]))

const isOneOf = (wanted: string, numbers: readonly string[]) => numbers.some((number) => sameNumber(number, wanted))
const mismatch = (found: string, wanted: string) => `Wrong number: ${found} (wanted: ${wanted})`

const CHAPTER = /^(?:chapter|ch\.?|episode)\s*\d/i
const WHOLE_VOLUME = /\b(?:volume|tpb|trade ?paper ?back|gn|graphic novel|tank[oō]u?bon)\b/i

/** With the volume of another book, the number counts chapters inside that volume. */
function wrongVolume(
  { volume, title, format, ...tagged }: TaggedNumbers,
  { wanted }: VerdictTarget,
): string | undefined {
  const [first, ...others] = numbersOf(tagged)
  if (volume === undefined || first === undefined) {
    const numbers = volume === undefined ? [...(first === undefined ? [] : [first]), ...others] : [volume]
    if (numbers.length > 0 && !isOneOf(wanted.issue, numbers)) return mismatch(numbers[0]!, wanted.issue)
    return first !== undefined && CHAPTER.test(title) ? WRONG_CHAPTER : undefined
  }
  const isVolume = sameNumber(volume, wanted.issue)
  // Some taggers treat each volume as a first issue.
  if (isVolume) return sameNumber(first, '1') || isOneOf(wanted.issue, [first, ...others]) ? undefined : WRONG_CHAPTER
  if (!isOneOf(wanted.issue, [first, ...others])) return mismatch(first, wanted.issue)
  return sameNumber(volume, '1') && WHOLE_VOLUME.test(format) && !CHAPTER.test(title) ? undefined : WRONG_CHAPTER
}

const WRONG_CHAPTER = 'Wrong unit: chapter'

/** A volume contains its chapters. */
function wrongChapter({ volume, format, ...tagged }: TaggedNumbers, { wanted }: VerdictTarget): string | undefined {
  const numbers = numbersOf(tagged)
  const isHolder = volume !== undefined && !!wanted.in_volume && sameNumber(volume, wanted.in_volume)
  const isWhole = numbers.length === 0 || isOneOf(volume ?? '', numbers) || (isOneOf('1', numbers) && isHolder)
  if (volume !== undefined && isWhole) {
    if (isHolder) return undefined
    // Without knowing which volume contains the chapter, nothing can be compared. Only chapter 1 is certain: it is in
    // volume 1.
    const isFirst = sameNumber(volume, '1') && sameNumber(wanted.issue, '1')
    if (wanted.in_volume || (numbers.length > 0 && !isFirst))
      return `Wrong unit: volume ${volume} (wanted: ch. ${wanted.issue})`
    return undefined
  }
  if (numbers.length === 0 || isOneOf(wanted.issue, numbers)) return undefined
  const isBook = WHOLE_VOLUME.test(format) && !!wanted.in_volume && isOneOf(wanted.in_volume, numbers)
  return isBook ? undefined : mismatch(numbers[0]!, wanted.issue)
}
