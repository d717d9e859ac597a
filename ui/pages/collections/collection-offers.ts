import { useLocation } from 'preact-iso'
import { call } from '../../api/client'
import { invalidate, useQuery } from '../../api/query'
import { html } from '../../html'
import { OfferList } from '../../parts/lists/offer-list'
import { countWords } from '../../parts/text/format'

/** Groups of series that files name, and that are no collections yet. */
export function CollectionOffers() {
  const { route } = useLocation()
  const { data } = useQuery('GET /api/collections/offers')
  const { offers = [], total = 0 } = data ?? {}
  const accept = async (name: string) => {
    const { collection } = await call('POST /api/collections/offers/accept', { body: { name } })
    invalidate('GET /api/collections')
    route(`/collections/${collection.collection_id}`)
  }
  const dismiss = async (name: string, dismissed: boolean) => {
    await call('PUT /api/collections/offers/dismissed', { body: { name, dismissed } })
    invalidate('GET /api/collections/offers')
  }
  const lines = offers.map(({ name, series }) => ({ name, words: countWords(series, 'series', 'series') }))
  const words = {
    title: 'Suggested collections',
    text: 'Series groups in the metadata of your files.',
    action: 'Create collection',
  }
  return html`<${OfferList} ...${words} offers=${lines} total=${total} onAccept=${accept} onDismiss=${dismiss} />`
}
