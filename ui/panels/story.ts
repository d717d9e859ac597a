import type { Reply } from '../api/contract'
import type { MarkState } from '../parts/status/mark'
import { spanWords } from '../parts/text/span-words'
import { storySentence } from '../parts/text/story-words'
import type { StepSubject } from './step-subject'

export type TimelineRow = Reply<'GET /api/activity/timeline'>['results'][number]

/** The steps of one subject without a long gap, the newest last. */
export type Story = {
  key: string
  thing: StepSubject
  steps: readonly TimelineRow[]
  /** The time of the last step. */
  at: string
  mark: MarkState
  sentence: string
}

/** The longest gap between two steps of one story, unless the first step expects the next. */
const APART_MS = 6 * 60 * 60 * 1000

/** Steps after which more are expected. */
const AHEAD = [
  'grab.succeeded',
  'download.succeeded',
  'import.started',
  'tag.started',
  'refresh.started',
  'add.started',
]

const stepName = ({ activity, status }: TimelineRow) => `${activity}.${status}`
const timeOf = ({ created_at }: TimelineRow) => Date.parse(created_at)

/** Groups steps into stories, the newest first: the steps of one subject without a long gap. */
export function storiesOf(rows: readonly TimelineRow[]): Story[] {
  const open = new Map<string, TimelineRow[]>()
  const all: TimelineRow[][] = []
  // From the newest backwards, so that a story is sorted by its last step.
  for (const row of rows) {
    const subject = `${row.subject_type} ${row.subject_id}`
    const later = open.get(subject)
    const next = later?.at(-1)
    if (later && next && belongs(row, next)) later.push(row)
    else {
      const story = [row]
      open.set(subject, story)
      all.push(story)
    }
  }
  return all.map((steps) => storyOf(steps.toReversed()))
}

function belongs(row: TimelineRow, next: TimelineRow): boolean {
  return AHEAD.includes(stepName(row)) || timeOf(next) - timeOf(row) < APART_MS
}

function storyOf(steps: readonly TimelineRow[]): Story {
  const last = steps.at(-1) as TimelineRow
  const { subject_type, subject_id, subject_label } = last
  const issue = subject_type === 'issue' || subject_type === 'annual'
  const comicId = seriesOf(last)
  return {
    key: `${(steps[0] as TimelineRow).event_id}`,
    thing: {
      label: subject_label,
      comicId,
      issueId: issue ? subject_id : null,
      ...(subject_type === 'run' && (isScan(last) ? { isScan: true } : { runId: subject_id })),
    },
    steps,
    at: last.created_at,
    mark: markOf(last),
    sentence: storySentence(steps.map((step, at) => ({ ...step, took: tookOf(step, steps[at - 1]) }))),
  }
}

/** Scans are recorded as searches of folders; the code of the step has the result. */
const isScan = ({ reason_code }: TimelineRow) => /^scan(?:ned|_)/.test(reason_code ?? '')

/** The series of a row. A series that could not be added has no page. */
function seriesOf(row: TimelineRow): string | null {
  const isThere = row.subject_type === 'series' && stepName(row) !== 'add.failed'
  return isThere ? row.subject_id : row.parent_series_id
}

/** The duration of a download, if the previous step has its start. */
function tookOf(step: TimelineRow, before: TimelineRow | undefined): string | undefined {
  if (stepName(step) !== 'download.succeeded' || !before || stepName(before) !== 'grab.succeeded') return undefined
  return spanWords((timeOf(step) - timeOf(before)) / 1000)
}

const MARKS: Partial<Record<string, MarkState>> = {
  failed: 'attention',
  blocked: 'attention',
  needs_attention: 'attention',
  cancelled: 'skipped',
  no_match: 'wanted',
  started: 'way',
}

const SCANS: Partial<Record<string, MarkState>> = { scanned: 'have', scan_cancelled: 'skipped' }

function markOf(last: TimelineRow): MarkState {
  if (isScan(last)) return SCANS[last.reason_code ?? ''] ?? 'attention'
  if (last.activity === 'search') return last.status === 'succeeded' ? 'unknown' : (MARKS[last.status] ?? 'unknown')
  return MARKS[last.status] ?? (AHEAD.includes(stepName(last)) ? 'way' : 'have')
}
