import type { ComicInfo } from '../../formats/documents/comicinfo'
import type { ComparedIssue } from './compared-issue'
import { infoEvidence } from './info-evidence'
import { nameEvidence } from './name-evidence'
import { type Evidence, NO_EVIDENCE, type Reason } from './states'

/** What a file says of itself: its names, the nearest first, and what was read inside. */
export interface FileEvidence {
  names: readonly string[]
  info: ComicInfo | undefined
}

/** What speaks against an issue, by what says so. */
export interface Contradiction {
  source: 'Its name' | 'Its ComicInfo'
  reasons: Reason[]
}

/** All that contradicts a file being the issue; empty where nothing does, or nothing can be compared. */
export function contradictions({ names, info }: FileEvidence, issue: ComparedIssue): Contradiction[] {
  const name = firstTelling(names, issue)
  const inside = infoEvidence(info, issue)
  return [...contradiction('Its name', name, inside), ...contradiction('Its ComicInfo', inside, name)]
}

/** An archive in an archive is named by the outer one where its own name says nothing. */
function firstTelling(names: readonly string[], issue: ComparedIssue): Evidence {
  for (const name of names) {
    const evidence = nameEvidence(name, issue)
    if (evidence.says !== 'nothing') return evidence
  }
  return NO_EVIDENCE
}

/** An unknown name of the series contradicts nothing where the other source names series and number. */
function contradiction(source: Contradiction['source'], evidence: Evidence, other: Evidence): Contradiction[] {
  if (evidence.says !== 'another' || (evidence.onlyNames && other.says === 'this')) return []
  return [{ source, reasons: evidence.reasons }]
}
