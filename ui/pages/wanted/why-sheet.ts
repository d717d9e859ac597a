import { useQuery } from '../../api/query'
import { html } from '../../html'
import { Button } from '../../parts/controls/button'
import { Dialog } from '../../parts/dialogs/dialog'
import { Empty } from '../../parts/status/empty'
import { ErrorLook } from '../../parts/status/error-look'
import { LastSearchLook } from '../../parts/status/last-search'
import { Skeleton } from '../../parts/status/skeleton'
import type { WantedCard } from './wanted-card'

export type WhySheetProps = {
  card: WantedCard
  onSearch: () => unknown
  onReview: () => unknown
  onClose: () => void
}

/** Why an issue is still missing: the queries, their results, and the reasons against each release. */
export function WhySheet({ card, onSearch, onReview, onClose }: WhySheetProps) {
  const { data, error, reload } = useQuery('GET /api/search/last/:issue_id', { params: { issue_id: card.id } })
  const foot = html`
    <${Button} icon="rows" onClick=${onReview}>Review releases<//>
    <${Button} kind="main" icon="search" onClick=${onSearch}>Search now<//>
  `
  const none = card.upgrade
    ? 'Not searched yet. Search for a better release when you want one.'
    : card.future
      ? `Released ${card.date}. Panelkeep searches for it from then on.`
      : 'Not searched yet. Panelkeep searches for wanted issues automatically, a few at a time.'
  const shown = error
    ? html`<${ErrorLook} what="The last search could not be loaded" detail=${error.detail} onRetry=${reload} />`
    : !data
      ? html`<${Skeleton} kind="text" count=${4} label="Loading the last search" />`
      : data.search
        ? html`<${LastSearchLook} search=${data.search} />`
        : html`<${Empty} icon="search" title="Not searched for yet" text=${none} />`
  const title = card.upgrade
    ? `Last search for ${card.series} ${card.number}`
    : `Why ${card.series} ${card.number} is missing`
  return html`<${Dialog}
    open
    kind="sheet"
    title=${title}
    onClose=${onClose}
    foot=${card.future ? undefined : foot}
  >${shown}<//>`
}
