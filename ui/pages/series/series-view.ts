import type { Show } from './issue-card'

/** The view of the list of issues in the address of a series. */
export type IssueListView = { look: 'covers' | 'rows'; show: Show; down: boolean }

const SHOWS: readonly Show[] = ['owned', 'missing', 'announced', 'wanted', 'ignored']

export function readSeriesView(query: Record<string, string>): IssueListView {
  return {
    look: query.view === 'rows' ? 'rows' : 'covers',
    show: SHOWS.find((own) => own === query.show) ?? '',
    down: query.order === 'desc',
  }
}

export function seriesAddress(path: string, { look, show, down }: IssueListView): string {
  const query = new URLSearchParams()
  if (look === 'rows') query.set('view', look)
  if (show) query.set('show', show)
  if (down) query.set('order', 'desc')
  const text = query.toString()
  return text ? `${path}?${text}` : path
}
