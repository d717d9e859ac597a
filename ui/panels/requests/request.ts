import { providerNames, providerOf } from '../../../src/base/providers/descriptors'
import type { Reply } from '../../api/contract'
import type { MarkState } from '../../parts/status/mark'
import { issuePath, seriesPath } from '../../parts/text/series-path'
import type { SeriesKind } from '../adding/folder-choice'

export type WireRequest = Reply<'GET /api/requests'>['requests'][number]

/** The mark and the word for each state of a request. */
export const REQUEST_STATES = {
  asked: { state: 'wanted', word: 'Waiting for the owner' },
  accepted: { state: 'way', word: 'Accepted' },
  declined: { state: 'skipped', word: 'Declined' },
  readable: { state: 'have', word: 'Ready to read' },
} as const satisfies Record<WireRequest['state'], { state: MarkState; word: string }>

/** "Saga (2012)"; the name of an issue has no year. */
export const requestTitle = ({ kind, title, year }: WireRequest): string =>
  kind === 'issue' || year === null ? title : `${title} (${year})`

/** The page of the requested series or issue; undefined until the library has it. */
export function requestPath({ comic_id, issue_id }: WireRequest): string | undefined {
  if (comic_id === null) return undefined
  return issue_id === null ? seriesPath(comic_id) : issuePath(comic_id, issue_id)
}

/** "Ada", "Ada and Ben", "Ada, Ben and Cleo". */
export function askerWords({ asked_by }: WireRequest): string {
  const names = asked_by.map(({ name }) => name)
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** Whether the series is a comic or a manga, as its provider has them. */
export function requestKind({ provider_id }: WireRequest): SeriesKind {
  const source = providerNames
    .map(providerOf)
    .find(({ prefix }) => prefix !== '' && provider_id?.startsWith(prefix) === true)
  return source?.serves[0] ?? 'comic'
}
