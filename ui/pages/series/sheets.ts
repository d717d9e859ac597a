import { html } from '../../html'
import { reviewReleases } from '../../state/release-search'
import { CoverSheet } from './cover-sheet'
import { DeleteDialog } from './delete-dialog'
import { LinksSheet } from './facts/links-sheet'
import { SeriesEdit } from './facts/series-edit'
import { BatchesSheet } from './files/batches-sheet'
import { ConvertSheet } from './files/convert-sheet'
import { MoveSheet } from './files/move-sheet'
import { RenameSheet } from './files/rename-sheet'
import { TagSheet } from './files/tag-sheet'
import { HistorySheet } from './history-sheet'
import type { IssueCard } from './issue-card'
import { ReadingSheet } from './reading-sheet'
import { SearchMissing } from './search-missing'
import { SettingsSheet } from './settings-sheet'
import type { WireDetail, WireSeries } from './wire'

/** The sheets over the page of a series; one at a time. */
export type SeriesSheet =
  | { is: 'settings' | 'search' | 'delete' | 'edit' | 'links' | 'rename' | 'move' | 'batches' | 'history' | 'cover' }
  | { is: 'reading'; issue_id: string }
  | { is: 'tag' | 'convert'; cards: readonly IssueCard[]; whole?: boolean }
export type OpenSeriesSheet = (sheet: SeriesSheet | undefined) => void

export type SeriesSheetsProps = {
  sheet: SeriesSheet | undefined
  detail: WireDetail
  reload: () => void
  onSheet: OpenSeriesSheet
}

export function SeriesSheets({ sheet, detail, reload, onSheet }: SeriesSheetsProps) {
  if (!sheet) return null
  const series = detail.comic[0] as WireSeries
  const { ComicID: comic_id, ComicName: name, ContentType: kind } = series
  const onClose = () => onSheet(undefined)
  const base = { comic_id, name, kind, series, onClose }
  switch (sheet.is) {
    case 'settings':
      return html`<${SettingsSheet} ...${base} about=${detail.about} reload=${reload} onSheet=${onSheet} />`
    case 'search':
      return html`<${SearchMissing} ...${base} onReview=${() => review(comic_id, name, onSheet)} />`
    case 'delete':
      return html`<${DeleteDialog} ...${base} />`
    case 'edit':
      return html`<${SeriesEdit} ...${base} />`
    case 'links':
      return html`<${LinksSheet} ...${base} />`
    case 'rename':
      return html`<${RenameSheet} ...${base} onHistory=${() => onSheet({ is: 'batches' })} />`
    case 'move':
      return html`<${MoveSheet} ...${base} />`
    case 'batches':
      return html`<${BatchesSheet} ...${base} />`
    case 'cover':
      return html`<${CoverSheet} ...${base} />`
    case 'reading':
      return html`<${ReadingSheet} ...${base} issue_id=${sheet.issue_id} />`
    case 'history':
      return html`<${HistorySheet} ...${base} />`
    case 'tag':
      return html`
        <${TagSheet}
          ...${base}
          cards=${sheet.cards}
          whole=${sheet.whole}
          onConvert=${() => onSheet({ ...sheet, is: 'convert' })}
        />
      `
    case 'convert':
      return html`<${ConvertSheet} ...${base} cards=${sheet.cards} />`
  }
}

/** Opens the release search for all missing issues of a series. */
export function review(comic_id: string, name: string, onSheet: OpenSeriesSheet): void {
  onSheet(undefined)
  reviewReleases({ entity_type: 'series', entity_id: comic_id, title: `what is missing of ${name}` })
}
