import './marks-row.css'
import { useQuery } from '../../api/query'
import { html, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { Icon } from '../../parts/icons/icon'
import { pluralWords } from '../../parts/text/format'
import { isReader } from '../../state/user'
import { type MarksChange, saveMarks } from './marks'
import { MarksDialog } from './marks-dialog'

const STARS = [1, 2, 3, 4, 5]

/** The marks of a series: the user's favourite and rating, and the library's tags and collections. */
export function MarksRow({ comic_id }: { comic_id: string }) {
  const [open, setOpen] = useState(false)
  const { data: marks, error } = useQuery('GET /api/series/:comic_id/marks', { params: { comic_id } })
  // Reserves the space, so that nothing moves when the marks arrive.
  if (!marks) return html`<div class="marks-row" aria-busy=${!error}></div>`
  const { favourite, rating, tags, collections } = marks
  const save = (body: MarksChange) => saveMarks(comic_id, body)
  return html`
    <div class="marks-row">
      <${Button} kind="quiet" icon="heart" label="Favourite" pressed=${favourite} onClick=${() => save({ favourite: !favourite })} />
      <div class="marks-stars" role="group" aria-label="Rating">
        ${STARS.map(
          (star) => html`
            <button
              key=${star}
              type="button"
              aria-label=${pluralWords(star, '{count} star', '{count} stars')}
              aria-pressed=${rating === star}
              data-on=${(rating !== null && star <= rating) || undefined}
              onClick=${() => save({ rating: rating === star ? null : star })}
            ><${Icon} name="star" size="small" /></button>
          `,
        )}
      </div>
      ${tags.map((tag) => html`<a class="marks-word" key=${tag} href=${`/library?${new URLSearchParams({ tag })}`}>${tag}</a>`)}
      ${collections.map(({ collection_id, name }) => html`<a class="marks-word" key=${collection_id} href=${`/collections/${collection_id}`}>${name}</a>`)}
      ${!isReader() && html`<${Button} kind="quiet" size="small" icon="tag" onClick=${() => setOpen(true)}>Tags and collections<//>`}
      ${open && html`<${MarksDialog} comic_id=${comic_id} marks=${marks} onClose=${() => setOpen(false)} />`}
    </div>
  `
}
