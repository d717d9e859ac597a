import { html } from '../../html'
import { Button } from '../../parts/button'
import { Cover } from '../../parts/cover'
import { still } from '../../parts/cover-still'
import { countWords } from '../../parts/cover-words'
import { Icon } from '../../parts/icon'
import { seriesPath } from '../../parts/series-path'
import { BANDS, canAccept, type Proposal } from './review'

export type ReviewRowProps = {
  one: Proposal
  at: number
  count: number
  here: boolean
  accepted: boolean
  onToggle: (id: string) => void
  onOpen: (id: string) => void
}

/** Left what was found, in the middle why, right what it is taken for. */
export const ReviewRow = still(function ReviewRow({
  one,
  at,
  count,
  here,
  accepted,
  onToggle,
  onOpen,
}: ReviewRowProps) {
  const open = canAccept(one)
  const word = BANDS.find(({ value }) => value === one.band)?.label ?? ''
  const row = {
    role: 'listitem',
    'aria-label': [one.found, 'taken for', one.name, one.year, word, accepted && 'accepted'].filter(Boolean).join(', '),
    'aria-setsize': count,
    'aria-posinset': at + 1,
    'data-at': at,
    'data-band': one.band,
    'data-accepted': accepted || undefined,
    tabindex: here ? 0 : -1,
  }
  const click = (event: MouseEvent) => {
    if (open && !(event.target as HTMLElement).closest('a, button, label')) onToggle(one.id)
  }
  return html`
    <div class="review-row" ...${row} onClick=${click}>
      <label class="review-check">
        <input type="checkbox" tabindex="-1" checked=${accepted} disabled=${!open} onChange=${() => onToggle(one.id)} />
        <span class="unseen">Accept ${one.name}</span>
      </label>
      <div class="review-found">
        <b>${one.found}</b>
        <span class="review-where">${one.where}</span>
        <span>${one.amount}</span>
      </div>
      <${Evidence} one=${one} word=${word} />
      <${TakenFor} one=${one} onOpen=${onOpen} />
    </div>
  `
})

const MARKS = { sure: 3, likely: 2, unsure: 1, known: 0 }

function Evidence({ one, word }: { one: Proposal; word: string }) {
  const { band, confidence, evidence, error } = one
  return html`
    <div class="review-why" title=${evidence.join('. ')}>
      <span class="review-sure" data-band=${band}>
        ${band === 'known' ? html`<${Icon} name="check" size="small" />` : [1, 2, 3].map((step) => html`<i key=${step} data-on=${step <= MARKS[band] || undefined}></i>`)}
        <b>${word}</b>${band !== 'known' && html`<span>${confidence} of 100</span>`}
      </span>
      ${error ? html`<span class="review-error">${error}</span>` : html`<span class="review-evidence">${evidence.join('. ')}.</span>`}
    </div>
  `
}

function TakenFor({ one, onOpen }: { one: Proposal; onOpen: (id: string) => void }) {
  const { id, name, year, publisher, kind, issues, cover, existing, newFiles } = one
  const facts = [
    year,
    publisher,
    kind === 'manga' ? 'Manga' : '',
    countWords(issues, kind === 'manga' ? 'number' : 'issue'),
  ]
  const joins = newFiles > 0 ? `${countWords(newFiles, 'new file')} for ` : 'Already '
  return html`
    <div class="review-taken">
      <${Cover} name=${name} src=${cover} mark=${year} width=${72} />
      <div>
        <b>${name}</b>
        <span>${facts.filter(Boolean).join(' · ')}</span>
        ${existing && html`<span class="review-known">${joins}<a href=${seriesPath(existing)}>in your library</a></span>`}
      </div>
      <${Button} kind="quiet" size="small" icon="pencil" label=${existing ? `Look at ${name}` : `Change ${name}`} onClick=${() => onOpen(id)} />
    </div>
  `
}
