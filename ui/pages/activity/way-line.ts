import type { Reply } from '../../api/contract'
import type { MarkState } from '../../parts/status/mark'
import { searchState } from '../../parts/text/search-words'
import type { StepSubject } from './step-subject'

export type WireWay = Reply<'GET /api/activity/in-flight'>['results'][number]

/** A search or download in the list. */
export type WayLine = {
  key: string
  thing: StepSubject
  mark: MarkState
  word: string
  detail: string
  at: string
  cancel: { kind: 'run'; item_id: number } | { kind: 'journal'; release_key: string }
}

const STAGES: Record<string, string> = {
  reserved: 'Being handed over',
  snatched: 'With its client',
  downloaded: 'Downloaded',
  post_processing: 'Being put into the library',
  moved: 'Being put into the library',
}

export function wayLine(row: WireWay): WayLine {
  const thing = { label: row.label, comicId: row.comicid, issueId: row.issueid }
  if (row.kind === 'run') {
    const { mark, word } = searchState(row.state)
    const cancel = { kind: row.kind, item_id: row.item_id }
    return { key: `run ${row.item_id}`, thing, mark, word, detail: '', at: row.updated_at, cancel }
  }
  const { download_id, release_key, stage, title, provider } = row
  const detail = [provider, title].filter(Boolean).join(' · ')
  const cancel = { kind: row.kind, release_key }
  return {
    key: `grab ${download_id}`,
    thing,
    mark: 'way',
    word: STAGES[stage] ?? 'In progress',
    detail,
    at: row.updated_at,
    cancel,
  }
}
