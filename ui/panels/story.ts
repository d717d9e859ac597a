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
    const subject = subjectOf(row)
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

/** The longest gap between two stories of one import or one search. */
const ALIKE_MS = 60 * 60 * 1000

/** A story, and how many others in a row say the same, such as those of one import. */
export type AlikeStories = { story: Story; others: number }

/** Stories that follow each other with the same sentence are shown as one, the newest. Downloads stay apart. */
export function alikeStories(stories: readonly Story[]): AlikeStories[] {
  const groups: Story[][] = []
  for (const story of stories) {
    const group = groups.at(-1)
    const before = group?.at(-1)
    if (group && before && isAlike(before, story)) group.push(story)
    else groups.push([story])
  }
  return groups.map((group) => ({ story: group[0] as Story, others: group.length - 1 }))
}

/** Activities whose stories are news about one issue. */
const OWN_NEWS = ['grab', 'download', 'import']

const isAlike = (newer: Story, older: Story): boolean =>
  newer.sentence === older.sentence &&
  Date.parse(newer.at) - Date.parse(older.at) < ALIKE_MS &&
  !newer.steps.some(({ activity }) => OWN_NEWS.includes(activity))

/** An issue, with the searches for it alone, or anything else. */
function subjectOf({ subject_type, subject_id, scope_type, scope_id }: TimelineRow): string {
  // Only a run has a scope.
  const [type, id] = scope_id === null ? [subject_type, subject_id] : [scope_type, scope_id]
  return type === 'issue' || type === 'annual' ? `issue ${id}` : `${subject_type} ${subject_id}`
}

function belongs(row: TimelineRow, next: TimelineRow): boolean {
  return AHEAD.includes(stepName(row)) || timeOf(next) - timeOf(row) < APART_MS
}

function storyOf(steps: readonly TimelineRow[]): Story {
  const shown = shownSteps(steps)
  const last = shown.at(-1) as TimelineRow
  const named = shown.findLast((step) => !isRun(step)) ?? last
  const { subject_type, subject_id, subject_label } = named
  const issue = subject_type === 'issue' || subject_type === 'annual'
  const comicId = seriesOf(named)
  return {
    key: `${(steps[0] as TimelineRow).event_id}`,
    thing: {
      label: subject_label,
      comicId,
      issueId: issue ? subject_id : null,
      ...(subject_type === 'run' && (isScan(named) ? { isScan: true } : { runId: subject_id })),
    },
    steps,
    at: (steps.at(-1) as TimelineRow).created_at,
    mark: markOf(last),
    sentence: storySentence(shown.map((step, at) => ({ ...step, took: tookOf(step, shown[at - 1]) }))),
  }
}

const isRun = ({ subject_type }: TimelineRow) => subject_type === 'run'

/**
 * Without the steps that the next ones imply: that a search started, and that it ended with a release. Nor is an earlier
 * search in vain mentioned once a release was found.
 */
function shownSteps(steps: readonly TimelineRow[]): readonly TimelineRow[] {
  const isMixed = !steps.every(isRun)
  const found = steps.findLastIndex((step) => stepName(step) === 'grab.succeeded')
  return steps.filter((step, at) => {
    if (step.activity === 'search' && at < found) return false
    if (!isRun(step) || step.reason_code) return true
    return step.status === 'started' ? at === steps.length - 1 : !isMixed
  })
}

/** Scans are recorded as searches of folders; the code of the step has the result. */
const isScan = ({ reason_code }: TimelineRow) => /^scan(?:ned|_)/.test(reason_code ?? '')

/** The series of a row. A series that could not be added, or left with an import, has no page. */
function seriesOf(row: TimelineRow): string | null {
  const isThere = row.subject_type === 'series' && stepName(row) !== 'add.failed' && !isUndo(row)
  return isThere ? row.subject_id : row.parent_series_id
}

const isUndo = ({ reason_code }: TimelineRow) => reason_code === 'import_undone'

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
  if (isUndo(last)) return 'skipped'
  if (isScan(last)) return SCANS[last.reason_code ?? ''] ?? 'attention'
  if (last.activity === 'search') return last.status === 'succeeded' ? 'unknown' : (MARKS[last.status] ?? 'unknown')
  return MARKS[last.status] ?? (AHEAD.includes(stepName(last)) ? 'way' : 'have')
}
