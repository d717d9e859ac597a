import type { ComicInfo } from '../../../base/formats/documents/comicinfo'
import { KNOWN_PUBLISHERS } from '../../../base/names/editions'
import { sameNumber } from '../../../base/names/numbers'
import { matchKey } from '../../../base/names/titles'
import { readItemName } from '../../search/verdict/identity'
import type { ComparedIssue } from './compared-issue'

/** The series field of a ComicInfo, without the additions of stores and taggers after its name. */
export interface TaggedSeries {
  /** Empty when the field names no series. */
  name: string
  /** The start year of the run: "Spawn (1992 - Present)". */
  runYear: number | undefined
  /** The year of the issue, when the issue number precedes it: "Spawn #300 (2019)". */
  itemYear: number | undefined
  /** "Spawn Vol. 1", "One Piece, Vol. 101". */
  volume: string | undefined
}

const YEAR = String.raw`(?<year>(?:19|20)\d\d)`
const UNTIL = String.raw`(?:\s*[-–—]\s*(?:(?:19|20)\d\d|present|now|ongoing)?)?`
const RUN = new RegExp(String.raw`(?:\s*[([]\s*${YEAR}${UNTIL}\s*[)\]]|,\s*${YEAR.replace('year', 'bare')})$`, 'i')
const VOLUME = /[\s,]+[([]?(?:volume|vol\.?|v)\s*(?<volume>\d{1,3})[)\]]?$/i
const ONE_SHOT = /^one[- ]?shot$/i
const IN_BRACKETS = /\s*[([](?<text>[^()[\]]+)[)\]]$/
const HASHED = /[\s,]*#\s*(?<number>\S+)$/
/** Names of sequels end in a number too, but not in one this high. */
const BARE = /\s+(?<number>[1-9]\d{2,})$/

/** Parses the series field. Additions stay part of the name when the wanted series has them in its own name. */
export function taggedSeries({ series = '', number = '' }: ComicInfo, issue: ComparedIssue): TaggedSeries {
  const { keys } = issue.target
  const tagged: TaggedSeries = { name: series.trim(), runYear: undefined, itemYear: undefined, volume: undefined }
  for (let rest: string | undefined = tagged.name; rest; ) {
    tagged.name = rest
    rest = keys.has(matchKey(rest)) ? undefined : withoutLast(tagged, number, issue)
  }
  return tagged
}

/** Removes the last addition and records it; undefined when the name has none. */
function withoutLast(tagged: TaggedSeries, number: string, issue: ComparedIssue) {
  const { name } = tagged
  const run = RUN.exec(name)
  if (run && tagged.runYear === undefined) {
    tagged.runYear = Number(run.groups!.year ?? run.groups!.bare)
    return name.slice(0, run.index)
  }
  const volume = VOLUME.exec(name)
  if (volume && tagged.volume === undefined) {
    tagged.volume = String(Number(volume.groups!.volume))
    return name.slice(0, volume.index)
  }
  const counted = HASHED.exec(name) ?? BARE.exec(name)
  if (counted && sameNumber(counted.groups!.number!, number)) {
    tagged.itemYear = tagged.runYear
    tagged.runYear = undefined
    return name.slice(0, counted.index)
  }
  const remark = IN_BRACKETS.exec(name)
  return remark && isRemark(remark.groups!.text!, name, issue) ? name.slice(0, remark.index) : undefined
}

/** "(Image Comics)", "(One-Shot)": remarks that do not make it another series. */
function isRemark(text: string, name: string, { target, year }: ComparedIssue): boolean {
  if (ONE_SHOT.test(text)) return target.oneShot
  const key = matchKey(text)
  if (key === matchKey(target.wanted.publisher ?? '')) return true
  if (!KNOWN_PUBLISHERS.has(key)) return false
  // Some publishers only publish in other countries.
  return !readItemName(name, target, year).rejections.some(({ code }) => code === 'rejected.language_mismatch')
}
