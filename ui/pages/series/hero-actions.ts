import { call } from '../../api/client'
import { invalidate } from '../../api/query'
import { html, useState } from '../../html'
import { keepNextItem, useKeptIssues } from '../../kept/keep-items'
import { Button } from '../../parts/controls/button'
import { Menu, type MenuItem } from '../../parts/controls/menu'
import { Confirm } from '../../parts/dialogs/dialog'
import { countWords, numberWords, pluralWords, sizeWords } from '../../parts/text/format'
import { isTotalUnknown } from '../../parts/text/have-words'
import { showToast } from '../../state/toasts'
import { useBusy } from '../../state/use-busy'
import { isReader, mayDownload } from '../../state/user'
import { convertible } from './files/convert-sheet'
import { toWant } from './groups'
import { saveIntents } from './intents'
import type { IssueCard } from './issue-card'
import { ReadButton, toRead } from './read-button'
import { markRead } from './read-marks'
import { haveOf } from './series-facts'
import { type OpenSeriesSheet, review } from './sheets'
import type { WireDetail, WireSeries } from './wire'

export type HeroActionsProps = {
  detail: WireDetail
  issues: readonly IssueCard[]
  annuals: readonly IssueCard[]
  reload: () => void
  onSheet: OpenSeriesSheet
}

/** Buttons for reading and wanting, and a menu for the rest. */
export function HeroActions(props: HeroActionsProps) {
  return isReader() ? html`<${ReaderActions} ...${props} />` : html`<${ManageActions} ...${props} />`
}

/** What readers can do with a series: read it in their way, mark it and take it along. */
function ReaderActions({ detail, issues, annuals, onSheet }: HeroActionsProps) {
  useKeptIssues()
  const readable = [...issues, ...annuals].filter((card) => card.readable)
  const items = [...markItems(readable), ...viewItem(readable, onSheet), ...keepNextItem(issues), ...downloadOf(detail)]
  return html`
    <div class="series-actions">
      <${ReadButton} issues=${issues} />
      ${items.length > 0 && html`<${Menu} title="More for this series" items=${items} />`}
    </div>
  `
}

function markItems(readable: readonly IssueCard[]): MenuItem[] {
  const mark = (read: boolean) => () => markRead(readable, read)
  return [
    ...(readable.some(({ read }) => read !== 'read')
      ? [{ label: 'Mark all read', icon: 'check' as const, onPick: mark(true) }]
      : []),
    ...(readable.some(({ read }) => read !== 'unread')
      ? [{ label: 'Mark all unread', icon: 'undo' as const, onPick: mark(false) }]
      : []),
  ]
}

function viewItem([card]: readonly IssueCard[], onSheet: OpenSeriesSheet): MenuItem[] {
  if (!card) return []
  return [{ label: 'Reading settings', icon: 'settings', onPick: () => onSheet({ is: 'reading', issue_id: card.id }) }]
}

function ManageActions({ detail, issues, annuals, reload, onSheet }: HeroActionsProps) {
  useKeptIssues()
  const series = detail.comic[0] as WireSeries
  const files = [...issues, ...annuals].filter((card) => card.format !== '')
  const items = [
    ...careItems(series, onSheet),
    ...keepNextItem(issues),
    ...fileItems(detail, files, onSheet),
    {
      label: 'Delete the series',
      icon: 'trash' as const,
      danger: true,
      apart: true,
      onPick: () => onSheet({ is: 'delete' }),
    },
  ]
  return html`
    <div class="series-actions">
      <${ReadButton} issues=${issues} />
      <${WantOpen} issues=${issues} unit=${series.CountedIn} reload=${reload} />
      ${isTotalUnknown(haveOf(detail)) && series.MetadataSource === 'local' && html`<${Button} icon="link" onClick=${() => onSheet({ is: 'links' })}>Match<//>`}
      <${SearchOpen} series=${series} cards=${[...issues, ...annuals]} onSheet=${onSheet} />
      <span class="series-actions-end">
        <${Button} icon="settings" onClick=${() => onSheet({ is: 'settings' })}>Settings<//>
        <${Menu} title="More for this series" items=${items} />
      </span>
    </div>
  `
}

/** The actions that keep the series up to date. */
function careItems(series: WireSeries, onSheet: OpenSeriesSheet): MenuItem[] {
  const { ComicID: comic_id, MetadataSource: source } = series
  const refresh = async () => {
    try {
      const { message } = await call('POST /api/series/:comic_id/refresh', { params: { comic_id } })
      invalidate('GET /api/operations')
      showToast(message)
    } catch (error) {
      showToast((error as Error).message, { kind: 'error' })
    }
  }
  return [
    ...(source === 'local' ? [] : [{ label: 'Refresh details', icon: 'refresh' as const, onPick: refresh }]),
    { label: 'Edit details', icon: 'pencil', onPick: () => onSheet({ is: 'edit' }) },
    {
      label: source === 'local' ? 'Match to a metadata source' : 'Metadata sources',
      icon: 'link',
      onPick: () => onSheet({ is: 'links' }),
    },
    { label: 'Choose cover', icon: 'image', onPick: () => onSheet({ is: 'cover' }) },
    { label: 'History', icon: 'history', onPick: () => onSheet({ is: 'history' }) },
  ]
}

/** The actions for the files of the series, if there are any. */
function fileItems(detail: WireDetail, files: readonly IssueCard[], onSheet: OpenSeriesSheet): MenuItem[] {
  const history: MenuItem = {
    label: 'File history',
    icon: 'history',
    onPick: () => onSheet({ is: 'batches' }),
  }
  if (files.length === 0) return []
  const turned = convertible(files)
  return [
    { label: 'Rename files', icon: 'pencil', apart: true, onPick: () => onSheet({ is: 'rename' }) },
    { label: 'Write metadata to files', icon: 'tag', onPick: () => onSheet({ is: 'tag', cards: files, whole: true }) },
    ...(turned.length > 0
      ? [{ label: 'Convert to CBZ', icon: 'package' as const, onPick: () => onSheet({ is: 'convert', cards: turned }) }]
      : []),
    { label: 'Move to another folder', icon: 'move', onPick: () => onSheet({ is: 'move' }) },
    history,
    ...downloadOf(detail),
  ]
}

/** The download of all files as one ZIP, with the size, for users who may download. */
function downloadOf({ comic, issues, annuals }: WireDetail): MenuItem[] {
  if (!mayDownload()) return []
  const { ComicID, ComicName } = comic[0] as WireSeries
  const sizes = new Map(
    [...issues, ...annuals].filter(({ owned }) => owned).map((one) => [one.location, one.fileSize ?? 0]),
  )
  sizes.delete(null)
  if (sizes.size === 0) return []
  const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  const what = pluralWords(sizes.size, 'Download', 'Download all')
  return [
    {
      label: bytes > 0 ? `${what} (${sizeWords(bytes)})` : what,
      icon: 'download',
      href: `/api/reading/series/${encodeURIComponent(ComicID)}/download`,
      download: `${ComicName}.zip`,
    },
  ]
}

type SearchOpenProps = { series: WireSeries; cards: readonly IssueCard[]; onSheet: OpenSeriesSheet }

/** The two searches for missing issues: automatic, or a list of releases to choose from. */
function SearchOpen({ series, cards, onSheet }: SearchOpenProps) {
  if (!cards.some((card) => card.searchable)) return null
  const { ComicID, ComicName } = series
  const items = [
    { label: 'Search missing', icon: 'search' as const, onPick: () => onSheet({ is: 'search' }) },
    { label: 'Review missing', icon: 'rows' as const, onPick: () => review(ComicID, ComicName, onSheet) },
  ]
  return html`<${Menu} icon="search" word="Search" title="Search for missing issues" items=${items} />`
}

/** Wants every released issue that is neither owned nor skipped. */
function WantOpen({ issues, unit, reload }: { issues: readonly IssueCard[]; unit: string; reload: () => void }) {
  const [asking, setAsking] = useState(false)
  const { busy, run: runOnce } = useBusy()
  const open = toWant(issues, unit)
  if (open.length === 0) return null
  const many = missingWords(open)
  const run = () =>
    runOnce(async () => {
      await saveIntents('want', open)
      setAsking(false)
      reload()
    })
  const confirm = {
    open: asking,
    title: `Want ${many}?`,
    text: 'They are added to Wanted. Skipped issues stay skipped.',
    action: `Want ${many}`,
    busy,
    onConfirm: run,
    onClose: () => setAsking(false),
  }
  return html`
    <${Button} kind=${toRead(issues) ? 'plain' : 'main'} icon="bookmark" onClick=${() => setAsking(true)}>${`Want ${numberWords(open.length)} missing`}<//>
    <${Confirm} ...${confirm} />
  `
}

/** "8 missing issues", or "8 missing chapters" for manga. */
function missingWords(open: readonly IssueCard[]): string {
  const units = new Set(open.map(({ unit }) => unit))
  if (units.size > 1) return countWords(open.length, 'missing chapters and volumes', 'missing chapters and volumes')
  return countWords(open.length, `missing ${open[0]?.unit ?? 'issue'}`)
}
