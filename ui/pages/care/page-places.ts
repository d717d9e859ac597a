import { useQuery } from '../../api/query'
import { html, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { ErrorLook } from '../../parts/status/error-look'
import { Skeleton } from '../../parts/status/skeleton'
import { countWords } from '../../parts/text/format'
import { issuePath } from '../../parts/text/series-path'
import type { PagePlace } from './page-words'

const PER_PAGE = 50

/** The issues with a page. */
export function PagePlaces({ page_id }: { page_id: string }) {
  const [limit, setLimit] = useState(PER_PAGE)
  const { data, error, reload } = useQuery('GET /api/unwanted-pages/:page_id/places', {
    params: { page_id },
    query: { limit, offset: 0 },
  })
  if (!data && error)
    return html`<${ErrorLook} what="The issues could not be loaded" detail=${error.detail} onRetry=${reload} />`
  if (!data) return html`<${Skeleton} count=${3} label="Loading the issues" />`
  const { places, pagination } = data
  return html`
    <ul class="unwanted-places" aria-label="Issues with this page">
      ${places.map((place) => html`<${Place} key=${`${place.file_id} ${place.issue_id}`} place=${place} />`)}
    </ul>
    ${
      pagination.has_more &&
      html`<${Button} size="small" kind="quiet" onClick=${() => setLimit(limit + PER_PAGE * 4)}>Show more of ${countWords(pagination.total, 'issue')}<//>`
    }
  `
}

function Place({ place }: { place: PagePlace }) {
  const { comic_id, issue_id, series_name, label, page, format, hidden } = place
  const facts = [`page ${page + 1}`, format.toUpperCase(), hidden ? 'hidden' : ''].filter(Boolean).join(' · ')
  return html`
    <li><a class="system-link" href=${issuePath(comic_id, issue_id)}>${series_name} ${label}</a> <span class="system-quiet">${facts}</span></li>
  `
}
