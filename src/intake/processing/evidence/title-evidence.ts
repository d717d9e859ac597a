import { foldedWords, matchKey } from '../../../base/names/titles'
import { readItemName } from '../../search/verdict/identity'
import type { ComparedIssue } from './compared-issue'
import { isInitials, isNameless, isOtherScript, isReadable, isWord } from './readable-name'
import { type NameEvidence, NO_EVIDENCE } from './states'

/** Words that are in the names of many comics, or that say nothing alone. */
const COMMON = new Set(
  (
    'and the for with from this that your our its not are was und der die das les des une dans chez una los las del ' +
    'con por para gli nel het een digital digitized release released complete completed full whole version copy ' +
    'document archive upload uploaded temp test english language high low quality web edition cover covers variant ' +
    'special read reader reading story stories pages number issue issues week weekly month monthly good best rip ' +
    'ripped scanned converted compressed fixed repack proper output desktop folder unknown unnamed name title data ' +
    'content single original source sample hello world random stuff thing things misc other series graphic novel'
  ).split(' '),
)

/**
 * What a file name with a title but no number or year says. "Tintin in Tibet" is another comic when it shares no word
 * with the names of the issue, its series or its release. One word alone decides nothing.
 */
export function titleEvidence(name: string, issue: ComparedIssue): NameEvidence {
  const { target, year, title, release } = issue
  const { wanted } = target
  const { kin, series } = readItemName(name, target, year).reading
  const names = [wanted.series, ...(wanted.aliases ?? [])]
  if (kin !== 'other' || isNameless(name, series) || !isReadable(series)) return NO_EVIDENCE
  if (isInitials(series, names) || isOtherScript(series, names)) return NO_EVIDENCE
  const own = [...names, title, release, wanted.publisher ?? ''].filter((each) => each !== '')
  const words = series.split(/[^\p{L}\p{N}\p{M}'’]+/u).filter(isWord)
  const distinctive = words.flatMap(foldedWords).filter((word) => word.length > 2 && !COMMON.has(word))
  if (new Set(distinctive).size < 2 || distinctive.some((word) => isIn(word, own))) return NO_EVIDENCE
  return { says: 'another', reasons: [{ subject: 'series', message: `Wrong series: ${series}` }], onlyNames: true }
}

/** Also true for "spider" in Spiderman. */
function isIn(word: string, names: readonly string[]): boolean {
  return names.some((name) =>
    word.length > 3 ? matchKey(name).includes(matchKey(word)) : foldedWords(name).includes(word),
  )
}
