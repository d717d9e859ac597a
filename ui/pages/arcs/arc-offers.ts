import { useLocation } from 'preact-iso'
import { call } from '../../api/client'
import { invalidate, useQuery } from '../../api/query'
import { html } from '../../html'
import { OfferList } from '../../parts/lists/offer-list'
import { arcPath } from '../../parts/text/arc-path'
import { countWords } from '../../parts/text/format'

/** Arcs that issues name, and that are no story arcs yet. */
export function ArcOffers() {
  const { route } = useLocation()
  const { data } = useQuery('GET /api/storyarcs/offers')
  const { offers = [], total = 0 } = data ?? {}
  const accept = async (name: string) => {
    const { arc_id } = await call('POST /api/storyarcs/offers/accept', { body: { name } })
    invalidate('GET /api/storyarcs')
    route(arcPath(arc_id))
  }
  const dismiss = async (name: string, dismissed: boolean) => {
    await call('PUT /api/storyarcs/offers/dismissed', { body: { name, dismissed } })
    invalidate('GET /api/storyarcs/offers')
  }
  const lines = offers.map(({ name, issues, series }) => ({
    name,
    words: `${countWords(issues, 'issue')} of ${countWords(series, 'series', 'series')}`,
  }))
  const words = {
    title: 'Suggested story arcs',
    text: 'Story arcs in the metadata of your issues.',
    action: 'Create story arc',
  }
  return html`<${OfferList} ...${words} offers=${lines} total=${total} onAccept=${accept} onDismiss=${dismiss} />`
}
