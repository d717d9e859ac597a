import { html } from '../../../html'
import { keepItem, keptWords, useKeptIssues } from '../../../kept/keep-items'
import { BackLink } from '../../../parts/controls/back-link'
import { Button } from '../../../parts/controls/button'
import { KeyHints } from '../../../parts/controls/key-hints'
import { Menu, type MenuItem } from '../../../parts/controls/menu'
import { Cover } from '../../../parts/covers/cover'
import { returnTo } from '../../../parts/lists/virtual-place'
import { Mark } from '../../../parts/status/mark'
import { countWords, sizeWords } from '../../../parts/text/format'
import { isolated } from '../../../parts/text/isolated'
import { readPath } from '../../../parts/text/read-path'
import { issuePath, seriesPath } from '../../../parts/text/series-path'
import { askForIssue } from '../../../state/asking'
import { searchNow } from '../../../state/searching'
import { useBusy } from '../../../state/use-busy'
import { isReader, mayDownload } from '../../../state/user'
import { convertible } from '../files/convert-sheet'
import { Blurb, LONG_NAME } from '../hero'
import { saveIntents } from '../intents'
import type { IssueCard } from '../issue-card'
import { canAsk, listItem, reviewIssue, statusItems } from '../issue-menu'
import { IssueFace } from '../issue-wall'
import { READ_WORDS } from '../read-marks'
import type { IssueDetail } from '../wire'
import { refreshDetails } from './details'
import type { IssueSheet } from './issue'

export type IssueHeroProps = {
  detail: IssueDetail
  card: IssueCard
  reload: () => void
  onSheet: (sheet: IssueSheet) => void
}

const COVER = 260

/** The head of an issue: its cover, its title and its actions. */
export function IssueHero(props: IssueHeroProps) {
  const { detail, card } = props
  const { series, facts } = detail
  const up = seriesPath(series.comic_id)
  const kept = keptWords(useKeptIssues()?.get(card.id))
  return html`
    <header class="series-hero issue-hero">
      <div class="series-ground" aria-hidden="true"><${Cover} name=${series.name} src=${card.cover} mark=${card.label} width=${COVER} /></div>
      <nav class="issue-nav" aria-label="Issues beside this one">
        <${BackLink} href=${up} onClick=${() => returnTo(up)}>${series.name}<//>
        <${NeighbourLinks} detail=${detail} />
      </nav>
      <div class="series-cover"><${IssueFace} name=${series.name} card=${card} width=${COVER} /></div>
      <div class="series-words">
        <p class="issue-of">${isolated(series.name)} ${series.year !== null && html`<span>${series.year}</span>`}</p>
        <h1 data-long=${(card.name ?? '').length > LONG_NAME || undefined}>
          ${card.label}
          ${card.name && html` <span class="issue-title">${isolated(card.name)}</span>`}
        </h1>
        <p class="issue-state">
          <${Mark} state=${card.state} word=${card.word} />
          ${card.readWords && html`<span>${card.read === 'read' ? 'Read to the end' : card.readWords}</span>`}
          ${card.pages && html`<span>${card.pages}</span>`}
          ${kept && html`<span>${kept}</span>`}
        </p>
        ${facts.summary && html`<${Blurb} text=${facts.summary} />`}
        <${Actions} ...${props} />
        <${KeyHints} keys=${[['←', 'before'], ['→', 'next'], ...(card.readable ? [['r', 'read'] as const] : []), ...(isReader() ? [] : [['e', 'edit'] as const])]} />
      </div>
    </header>
  `
}

function NeighbourLinks({ detail }: { detail: IssueDetail }) {
  const { series, previous_issue_id: before, next_issue_id: after } = detail
  const link = (id: string | null, label: string, icon: 'arrow-left' | 'arrow-right') =>
    id === null
      ? html`<${Button} kind="quiet" size="small" icon=${icon} label=${label} disabled />`
      : html`<${Button} kind="quiet" size="small" icon=${icon} label=${label} href=${issuePath(series.comic_id, id)} />`
  return html`<span class="issue-beside">${link(before, 'Previous issue', 'arrow-left')}${link(after, 'Next issue', 'arrow-right')}</span>`
}

function Actions({ detail, card, reload, onSheet }: IssueHeroProps) {
  const { busy, run } = useBusy()
  const { intent, owned, readable, id, read } = card
  const reader = isReader()
  const { name } = detail.series
  const want = () =>
    run(async () => {
      await saveIntents(intent === 'wanted' ? 'skip' : 'want', [card])
      reload()
    })
  return html`
    <div class="series-actions">
      ${readable && html`<${Button} kind="main" icon="book-open" href=${readPath(id)}>${READ_WORDS[read]}<//>`}
      ${
        card.searchable &&
        card.wanted &&
        html`
          <${Button} kind="main" icon="search" onClick=${() => searchNow([{ id, label: `${name} ${card.label}` }])}>
            Search now
          <//>
        `
      }
      ${
        !owned &&
        !reader &&
        (intent === 'wanted' || card.state !== 'way') &&
        !(card.searchable && card.wanted) &&
        html`
          <${Button}
            kind=${intent === 'wanted' ? 'plain' : 'main'}
            icon=${intent === 'wanted' ? 'minus' : 'bookmark'}
            busy=${busy}
            onClick=${want}
          >${intent === 'wanted' ? 'Skip' : 'Want'}<//>
        `
      }
      ${canAsk(card) && html`<${Button} kind="main" icon="hand" onClick=${() => askForIssue(card, `${name} ${card.label}`)}>Ask for it<//>`}
      ${card.searchable && html`<${Button} icon="rows" onClick=${() => reviewIssue(card, name)}>Review releases<//>`}
      ${!reader && html`<${Button} icon="pencil" onClick=${() => onSheet('edit')}>Edit<//>`}
      <${Menu} title="More for this issue" items=${reader ? readerItems(detail, card) : moreOf(detail, card, onSheet)} />
    </div>
  `
}

/** What readers can do with an issue. */
function readerItems(detail: IssueDetail, card: IssueCard): MenuItem[] {
  const file = card.format === '' ? [] : downloadItem(detail)
  return [...statusItems(card), listItem(card, detail.series.name), ...keepItem(card), ...file]
}

function moreOf(detail: IssueDetail, card: IssueCard, onSheet: IssueHeroProps['onSheet']): MenuItem[] {
  const issue_id = detail.issue.id
  const refresh = () => refreshDetails(issue_id)
  const known = detail.sources.some(({ provider_id }) => provider_id !== null)
  return [
    ...statusItems(card),
    listItem(card, detail.series.name),
    ...keepItem(card),
    ...(known ? [{ label: 'Refresh details', icon: 'refresh' as const, apart: true, onPick: refresh }] : []),
    ...(card.format === '' ? [] : fileItems(detail, card, onSheet, !known)),
  ]
}

function fileItems(
  detail: IssueDetail,
  card: IssueCard,
  onSheet: IssueHeroProps['onSheet'],
  apart: boolean,
): MenuItem[] {
  return [
    { label: 'Write metadata to files', icon: 'tag', apart, onPick: () => onSheet('tag') },
    ...(convertible([card]).length > 0
      ? [{ label: 'Convert to CBZ', icon: 'package' as const, onPick: () => onSheet('convert') }]
      : []),
    ...downloadItem(detail),
  ]
}

/** The download of the file, for users who may download. */
function downloadItem(detail: IssueDetail): MenuItem[] {
  const [file] = detail.files
  if (!file || !mayDownload()) return []
  return [{ label: `Download (${sizeWords(file.size)})`, icon: 'download', ...downloadOf(detail) }]
}

/** The link to the file, under its own name. */
export function downloadOf({ issue, files }: IssueDetail, file = files[0]): { href: string; download: string } {
  const name = file?.path.split(/[\\/]/).at(-1) ?? ''
  const which = file && files.length > 1 ? `?file_id=${encodeURIComponent(file.file_id)}` : ''
  return { href: `/api/reading/issues/${encodeURIComponent(issue.id)}/file${which}`, download: name }
}

export const pagesWords = (count: number) => (count > 0 ? countWords(count, 'page') : 'no pages that can be shown')
