import type { ComicInfo } from '../../../base/formats/documents/comicinfo'
import type { ComparedIssue } from './compared-issue'
import { infoEvidence } from './info-evidence'
import { nameEvidence } from './name-evidence'
import { type Mismatch, type NameEvidence, NO_EVIDENCE } from './states'
import { titleEvidence } from './title-evidence'

/** The evidence in a file: its names, the nearest first, and its metadata. */
export interface FileEvidence {
  names: readonly string[]
  info: ComicInfo | undefined
  /** The file is part of a pack; the names of such files are often only the start of the series name. */
  inPack: boolean
}

/** Evidence against an issue, and where it comes from. */
export interface Contradiction {
  source: 'Its name' | 'Its ComicInfo'
  reasons: Mismatch[]
}

const ANNUAL = /(?<!\p{L})annuals?(?!\p{L})/iu

/** All evidence that a file is not the issue; empty when there is none, or when nothing can be compared. */
export function contradictions({ names, info, inPack }: FileEvidence, issue: ComparedIssue): Contradiction[] {
  const name = firstEvidence(names, issue, inPack)
  const isNamedAnnual = [...names, issue.release].some((each) => ANNUAL.test(each))
  const inside = infoEvidence(info, issue, isNamedAnnual)
  // The file name may be a translated title that the library does not know; then the metadata inside decides.
  const isTranslated = name.says === 'another' && name.onlyNames && inside.says === 'this'
  return [...(isTranslated ? [] : contradiction('Its name', name)), ...contradiction('Its ComicInfo', inside)]
}

/** When the name of a nested archive says nothing, the name of the outer archive counts. */
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
