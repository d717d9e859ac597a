import { readNumber } from '../../base/names/numbers'
import { pluralWords } from '../../base/platform/words'
import type { GroupFinding } from './group-findings'
import { type NumberedGroup, type NumberOfFile, numberRangeOf } from './numbering'
import { oddPages, pageSentences, sureness } from './page-counts'
import type { ParsedFile } from './parsed-file'
import { numberKey } from './runs'
import { copiesSentence, duplicatesSentence, fileShare, infoSourcesIn, numberRangeSentence } from './sentences'

/** The evidence in the numbers of a proposal, for and against. */
export function numberFindings(parsedFiles: readonly ParsedFile[], numbers: NumberedGroup): GroupFinding[] {
  const all = parsedFiles.length
  const count = (which: (parsed: ParsedFile) => boolean) => parsedFiles.filter(which).length
  const differing = parsedFiles.filter((parsed) => parsed.numbersDiffer)
  const differ = differing.length
  const sources = infoSourcesIn(differing.map(({ numberBy }) => numberBy))
  const coded = count(isCodedOtherwise)
  const numberless = count((parsed) => parsed.number === '' && parsed.basis !== 'info')
  const far = farNumber([...numbers.of.values()])
  return [
    ...ofStretch(numbers),
    { what: 'farNumber', share: far === undefined ? 0 : 1, reason: `Number ${far} is far from the others` },
    { what: 'disorder', share: disorder(numbers.of), reason: 'Years and numbers do not rise together' },
    {
      what: 'numbersDiffer',
      share: differ / all,
      reason: `${sources.join(', ')} and file name give different numbers in ${fileShare(differ, all)}`,
    },
    {
      what: 'barcodesDiffer',
      share: coded / all,
      reason: `The barcode gives another number in ${fileShare(coded, all)}`,
    },
    ...ofBareNumbers(numbers, count((parsed) => parsed.bare) / all),
    {
      what: 'numberless',
      share: numberless / all,
      reason: pluralWords(numberless, '{count} file has no number', '{count} files have no number'),
    },
    ...ofCopies(
      numbers,
      count((parsed) => parsed.twin !== undefined),
    ),
  ]
}

function ofStretch({ of }: NumberedGroup): GroupFinding[] {
  const stretch = numberRangeOf(of.values())
  if (!stretch) return []
  const reason = numberRangeSentence(stretch)
  if (stretch.gaps.length === 0) return [{ what: 'noGap', share: 1, reason }]
  return [{ what: 'gaps', share: stretch.gaps.length / (stretch.last - stretch.first + 1), reason }]
}

function ofBareNumbers({ bareReason }: NumberedGroup, share: number): GroupFinding[] {
  if (!bareReason) return []
  const guess = 'Nothing says whether the numbers count chapters or volumes'
  const guessed: GroupFinding = {
    what: 'bareGuess',
    share: bareReason.includes('guess') ? 1 : 0,
    reason: guess,
    quiet: true,
  }
  return [{ what: 'bareNumbers', share, reason: bareReason }, guessed]
}

function ofCopies({ copies, of }: NumberedGroup, twins: number): GroupFinding[] {
  const unlike = unlikeCopies(of)
  const reason = pluralWords(
    unlike,
    '{count} copy has so many other pages that it may be another issue',
    '{count} copies have so many other pages that it may be another issue',
  )
  return [
    { what: 'copies', share: copies / of.size, reason: copiesSentence(copies) },
    { what: 'unlikeCopies', share: Math.min(1, unlike / 3), reason },
    { what: 'twins', share: twins / of.size, reason: duplicatesSentence(twins) },
  ]
}

/** Two scans of one issue differ by a few pages. */
const ALIKE = 3

/** Files with another file's number whose page count does not fit the same issue. */
function unlikeCopies(of: NumberedGroup['of']): number {
  let unlike = 0
  for (const same of Map.groupBy(of.entries(), ([, numbering]) => numberKey(numbering)).values()) {
    const [first] = same
    unlike += same.filter(([{ pages }]) => Math.abs(pages - first![0].pages) > ALIKE).length
  }
  return unlike
}

function isCodedOtherwise({ barcode, number, kind, unit }: ParsedFile): boolean {
  if (barcode?.number === undefined || kind !== 'issue' || unit !== 'issue') return false
  const read = readNumber(number)
  const plain = read !== null && read.suffix === '' && read.fraction === ''
  return plain && barcode.number !== String(Number(read.whole) % 1000)
}

const FEWEST = 4

/** A number further from the others than their whole range. */
function farNumber(numberings: readonly NumberOfFile[]): string | undefined {
  const whole = numberings
    .filter(({ kind, unit, number }) => kind === 'issue' && unit !== 'volume' && /^\d+$/.test(number))
    .map(({ number }) => Number(number))
    .sort((a, b) => a - b)
  if (whole.length < FEWEST) return undefined
  const [before, last] = [whole.at(-2)!, whole.at(-1)!]
  return last - before > 2 * (before - whole[0]! + 10) ? String(last) : undefined
}

/** The share of neighbours, by number, whose years decrease. */
function disorder(of: NumberedGroup['of']): number {
  const dated = [...of].flatMap(([{ year }, { kind, unit, number }]) => {
    const whole = readNumber(number)?.whole
    const isDated = year !== undefined && whole !== undefined && kind === 'issue' && unit === 'issue'
    return isDated ? [{ year, at: Number(whole) }] : []
  })
  if (dated.length < 3) return 0
  dated.sort((a, b) => a.at - b.at || a.year - b.year)
  const falls = dated.filter(({ year }, index) => {
    const before = dated[index - 1]
    return before !== undefined && before.year > year + 1
  })
  return falls.length / (dated.length - 1)
}

/**
 * The evidence against a proposal in its page counts. One file that is not an issue is enough to make a proposal wrong.
 */
export function pageFindings({ of }: NumberedGroup): GroupFinding[] {
  const odd = oddPages(of)
  const sentences = pageSentences(odd)
  return (['covers', 'thin', 'thick'] as const).map((what) => ({
    what,
    share: sureness(odd[what], odd),
    reason: sentences[what],
  }))
}
