import { hasModifier } from '../../../parts/controls/modifier-keys'
import './issue.css'
import '../series.css'
import { useLocation, useRoute } from 'preact-iso'
import { useQuery } from '../../../api/query'
import { html, useEffect, useMemo, useState } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { usePageKeys } from '../../../parts/controls/page-keys'
import { useScrollPlace } from '../../../parts/lists/virtual-place'
import { Empty } from '../../../parts/status/empty'
import { ErrorLook } from '../../../parts/status/error-look'
import { Skeleton } from '../../../parts/status/skeleton'
import { readPath } from '../../../parts/text/read-path'
import { issuePath, seriesPath } from '../../../parts/text/series-path'
import { isReader } from '../../../state/user'
import { ConvertSheet } from '../files/convert-sheet'
import { TagSheet } from '../files/tag-sheet'
import { ownCard } from '../issue-card'
import type { IssueDetail } from '../wire'
import { IssueBody } from './body'
import { IssueEdit } from './edit'
import { IssueHero } from './hero'

export type IssueSheet = 'edit' | 'tag' | 'convert' | undefined

export function IssuePage() {
  const { comic_id = '', issue_id = '' } = useRoute().params
  const { data, error, reload } = useQuery('GET /api/series/issues/:issue_id', { params: { issue_id } })
  useScrollPlace(data !== undefined)
  if (!data && error?.status === 404) return html`<${Unknown} comic_id=${comic_id} />`
  if (!data && error)
    return html`<${ErrorLook} page what="The issue could not be loaded" detail=${error.detail} onRetry=${reload} />`
  if (!data) return html`<${Loading} />`
  return html`<${Shown} key=${issue_id} detail=${data} reload=${reload} />`
}

function Shown({ detail, reload }: { detail: IssueDetail; reload: () => void }) {
  const [sheet, setSheet] = useState<IssueSheet>(undefined)
  const { comic_id, name } = detail.series
  const readings = useQuery('GET /api/reading/series/:comic_id', { params: { comic_id } }).data?.issues
  const card = useMemo(() => ownCard(detail.issue, readings), [detail, readings])
  useEffect(() => {
    document.title = `${name} ${card.label} · Panelkeep`
  }, [name, card.label])
  useIssueKeys(detail, card.readable, sheet === undefined, isReader() ? undefined : () => setSheet('edit'))
  const close = () => setSheet(undefined)
  const files = { comic_id, cards: [card], onClose: close }
  return html`
    <div class="issue" data-wide>
      <${IssueHero} detail=${detail} card=${card} reload=${reload} onSheet=${setSheet} />
      <${IssueBody} detail=${detail} card=${card} />
      ${sheet === 'edit' && html`<${IssueEdit} detail=${detail} card=${card} onClose=${close} />`}
      ${sheet === 'tag' && html`<${TagSheet} ...${files} onConvert=${() => setSheet('convert')} />`}
      ${sheet === 'convert' && html`<${ConvertSheet} ...${files} />`}
    </div>
  `
}

/** Left and right open the neighbouring issues, `r` reads, `e` edits where the user may, `u` opens the series. */
function useIssueKeys(detail: IssueDetail, readable: boolean, free: boolean, edit: (() => void) | undefined): void {
  const { route } = useLocation()
  usePageKeys(free, (event) => {
    const { previous_issue_id, next_issue_id, issue, series } = detail
    const go = (id: string | null) => id !== null && route(issuePath(series.comic_id, id), true)
    const does: Record<string, (() => unknown) | undefined> = {
      ArrowLeft: () => go(previous_issue_id),
      ArrowRight: () => go(next_issue_id),
      r: () => readable && route(readPath(issue.id)),
      e: edit,
      u: () => route(seriesPath(series.comic_id)),
    }
    const own = does[event.key]
    if (!own || hasModifier(event) || event.shiftKey || isTyping(event.target)) return
    event.preventDefault()
    own()
  })
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, dialog, [role="menu"]') !== null
}

function Loading() {
  return html`
    <div class="issue" data-wide aria-busy="true">
      <div class="series-hero">
        <div class="series-cover series-wait"></div>
        <div class="series-words"><${Skeleton} kind="text" count=${5} label="Loading the issue" /></div>
      </div>
    </div>
  `
}

function Unknown({ comic_id }: { comic_id: string }) {
  return html`
    <${Empty} page icon="library" title="This issue is not in the library" text="The issue was deleted, or the link is wrong.">
      <${Button} kind="main" href=${seriesPath(comic_id)}>Go to its series<//>
    <//>
  `
}
