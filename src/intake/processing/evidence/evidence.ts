import type { ComicInfo } from '../../../base/formats/documents/comicinfo'
import type { ComparedIssue } from './compared-issue'
import { infoEvidence } from './info-evidence'
import { nameEvidence } from './name-evidence'
import { type Mismatch, type NameEvidence, NO_EVIDENCE } from './states'
import { titleEvidence } from './title-evidence'

/** What a file says of itself: its names, the nearest first, and what was read inside. */
export interface FileEvidence {
  names: readonly string[]
  info: ComicInfo | undefined
  /** It came with others, which often bear the beginning of the name alone. */
  inPack: boolean
}

/** What speaks against an issue, by what says so. */
export interface Contradiction {
  source: 'Its name' | 'Its ComicInfo'
  reasons: Mismatch[]
}

const ANNUAL = /(?<!\p{L})annuals?(?!\p{L})/iu

/** All that contradicts a file being the issue; empty where nothing does, or nothing can be compared. */
export function contradictions({ names, info, inPack }: FileEvidence, issue: ComparedIssue): Contradiction[] {
  const name = firstEvidence(names, issue, inPack)
  const isNamedAnnual = [...names, issue.release].some((each) => ANNUAL.test(each))
  const inside = infoEvidence(info, issue, isNamedAnnual)
  // A file may be called by a translation that the library does not know; what is inside then says what it is.
  const isTranslated = name.says === 'another' && name.onlyNames && inside.says === 'this'
  return [...(isTranslated ? [] : contradiction('Its name', name)), ...contradiction('Its ComicInfo', inside)]
}

/** An archive in an archive is named by the outer one where its own name says nothing. */
function firstEvidence(names: readonly string[], issue: ComparedIssue, inPack: boolean): NameEvidence {
  for (const name of names) {
    const evidence = nameEvidence(name, issue, inPack)
    if (evidence.says !== 'nothing') return evidence
  }
  const titles = names.map((name) => titleEvidence(name, issue))
  return titles.find(({ says }) => says !== 'nothing') ?? NO_EVIDENCE
}

const contradiction = (source: Contradiction['source'], evidence: NameEvidence): Contradiction[] =>
  evidence.says === 'another' ? [{ source, reasons: evidence.reasons }] : []
