import { readName } from '../../../base/names/read-name'
import type { IssueRow } from '../../../library/series/store'
import { type ComparedIssue, type Comparison, comparedIssue } from './compared-issue'
import { type Contradiction, contradictions, type FileEvidence } from './evidence'
import { nameEvidence } from './name-evidence'
import type { MismatchSubject } from './states'

/** A release that was judged, or chosen by the user, before the download. */
export interface JudgedRelease {
  title: string
  comic_id: string
}

/** Why a file is not an issue. */
export interface Objection {
  sentence: string
  /** Number of reasons. */
  weight: number
}

/** The user confirmed the download: only another unit or edition still counts as a mismatch. */
const CONFIRMED: readonly MismatchSubject[] = ['unit', 'edition']

/** Compares files with issues of the library. Reads the facts of each issue once. */
export class FileComparer {
  private readonly known = new Map<string, { issue: ComparedIssue; accepted: ReadonlySet<string> }>()

  constructor(
    private readonly comparison: Comparison,
    private readonly release?: JudgedRelease,
  ) {}

  /**
   * Undefined when nothing in the file contradicts the issue, or when the contradiction was accepted with the release.
   */
  objection(file: FileEvidence, row: IssueRow, confirmed = false): Objection | undefined {
    const { issue, accepted } = this.compared(row)
    const found = contradictions(file, issue).flatMap(({ source, reasons }) => {
      const left = reasons.filter(
        ({ subject, message }) => !accepted.has(message) && (!confirmed || CONFIRMED.includes(subject)),
      )
      return left.length > 0 ? [{ source, reasons: left }] : []
    })
    return found.length > 0 ? objectionOf(found, issue.label) : undefined
  }

  private compared(row: IssueRow) {
    const known = this.known.get(row.issue_id)
    if (known) return known
    const title = this.release?.comic_id === row.comic_id ? this.release.title : ''
    const names =
      title === '' ? [] : [readName(title, { year: Number(this.comparison.today.slice(0, 4)), title: true }).series]
    const issue = comparedIssue(row, { title, names: names.filter(Boolean) }, this.comparison)
    const compared = { issue, accepted: new Set(title === '' ? [] : reasonsIn(title, issue)) }
    this.known.set(row.issue_id, compared)
    return compared
  }
}

function reasonsIn(title: string, issue: ComparedIssue): string[] {
  const evidence = nameEvidence(title, issue)
  return evidence.says === 'another' ? evidence.reasons.map(({ message }) => message) : []
}

function objectionOf(found: readonly Contradiction[], label: string): Objection {
  const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
  const sentences = found.map(({ source, reasons }) => {
    return `${source}: ${reasons.map(({ message }) => lower(message)).join('; ')}.`
  })
  return {
    sentence: [`The file does not match ${label}.`, ...sentences].join(' '),
    weight: found.reduce((sum, { reasons }) => sum + reasons.length, 0),
  }
}
