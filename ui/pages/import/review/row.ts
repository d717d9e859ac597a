import '../../../parts/lists/row-check.css'
import { html } from '../../../html'
import { Cover } from '../../../parts/covers/cover'
import { memoize } from '../../../parts/covers/memoized'
import { Icon } from '../../../parts/icons/icon'
import { Sureness } from '../../../parts/status/sureness'
import { countWords } from '../../../parts/text/format'
import { seriesPath } from '../../../parts/text/series-path'
import { BANDS, canAccept, type Proposal } from './proposals'

export type ProposalLineProps = {
  one: Proposal
  at: number
  count: number
  here: boolean
  accepted: boolean
  picked: boolean
  onAccept: (id: string) => void
  onPick: (id: string, at: number, withShift?: boolean) => unknown
  onOpen: (id: string) => void
}

/** The files on the left, the evidence in the middle, the proposed series on the right. */
export const ProposalLine = memoize(function ReviewRow(props: ProposalLineProps) {
  const { one, at, count, here, accepted, picked, onAccept, onPick, onOpen } = props
  const word = BANDS.find(({ value }) => value === one.band)?.label ?? ''
  const words = [one.found, 'matched to', one.name, one.year, word, accepted && 'accepted', picked && 'selected']
  const row = {
    role: 'listitem',
    'aria-label': words.filter(Boolean).join(', '),
    'aria-setsize': count,
    'aria-posinset': at + 1,
    'data-at': at,
    'data-band': one.band,
    'data-accepted': accepted || undefined,
    'data-picked': picked || undefined,
    tabindex: here ? 0 : -1,
  }
  const click = (event: MouseEvent) => {
    // Uses the event's path, since the clicked element may have been replaced by now.
    if (!event.composedPath().some((at) => at instanceof Element && at.matches('a, button, label'))) onOpen(one.id)
  }
  const pick = (event: MouseEvent) => onPick(one.id, at, event.shiftKey)
  return html`
    <div class="review-row" ...${row} onClick=${click}>
      <label class="row-check">
        <input type="checkbox" tabindex="-1" checked=${picked} onClick=${pick} />
        <span class="unseen">Select ${one.name}</span>
      </label>
      <div class="review-found">
        <b title=${one.found}>${one.found}</b>
        <span class="review-where" title=${one.where}><bdi dir="ltr">${one.where}</bdi></span>
        <span>${one.amount}</span>
      </div>
      <${Evidence} one=${one} word=${word} />
      <${TakenFor} one=${one} />
      ${canAccept(one) && html`<${Accept} one=${one} accepted=${accepted} onAccept=${onAccept} />`}
    </div>
  `
})

function Accept({ one, accepted, onAccept }: Pick<ProposalLineProps, 'one' | 'accepted' | 'onAccept'>) {
  return html`
    <button class="review-accept" type="button" tabindex="-1" aria-pressed=${accepted} onClick=${() => onAccept(one.id)}>
      <${Icon} name=${accepted ? 'check' : 'plus'} /><span>${accepted ? 'Accepted' : 'Accept'}<span class="unseen">: ${one.name}</span></span>
    </button>
  `
}

function Evidence({ one, word }: { one: Proposal; word: string }) {
  const { band, confidence, corrected, why, error } = one
  return html`
    <div class="review-why" title=${why.join('. ')}>
      <div class="review-sure">
        ${
          band === 'known'
            ? html`<${Icon} name="check" size="small" /><b>${word}</b>`
            : html`<${Sureness} band=${band} word=${word} /><small>${confidence} of 100${corrected && ', corrected'}</small>`
        }
      </div>
      ${error ? html`<span class="review-error">${error}</span>` : html`<span class="review-evidence">${why.length > 0 && `${why.join('. ')}.`}</span>`}
    </div>
  `
}

/** What the files are to the series that the library has; short, since the row has one line for it. */
function Known({ one, existing }: { one: Proposal; existing: string }) {
  const words = one.newFiles > 0 ? newWords(one) : ''
  const link = (text: string) => html`<a href=${seriesPath(existing)} tabindex="-1">${text}</a>`
  return words
    ? html`<span class="review-known" title=${`${words} for a series in your library`}>${words} for ${link('your series')}</span>`
    : html`<span class="review-known">Already ${link('in your library')}</span>`
}

/** "5 new files", "2 new files (1 copy)": a copy brings no issue, but the evidence and the foot count it as new. */
function newWords({ newFiles, duplicates }: Proposal): string {
  const words = countWords(newFiles, 'new file')
  return duplicates > 0 ? `${words} (${countWords(duplicates, 'copy', 'copies')})` : words
}

/** Less certain candidates are not named in the row. */
const WORTH_A_WORD = 20

function TakenFor({ one }: { one: Proposal }) {
  const { name, year, publisher, kind, issueWords, cover, provider, proposals } = one
  const existing = one.existing ?? one.joins
  const open = provider === undefined && existing === undefined && !one.corrected
  const maybe = open ? proposals.find(({ confidence }) => confidence >= WORTH_A_WORD) : undefined
  const facts = [year, publisher, kind === 'manga' ? 'Manga' : '', issueWords]
  const words = facts.filter(Boolean).join(' · ')
  return html`
    <div class="review-taken">
      <${Cover} name=${name} src=${cover} mark=${year} width=${72} />
      <div>
        <b title=${name}>${name}</b>
        <span title=${words}>${words}</span>
        ${!existing && provider && html`<span class="review-known">Matched on ${provider}</span>`}
        ${maybe && html`<span class="review-known">Perhaps ${maybe.name}${maybe.year && ` of ${maybe.year}`}</span>`}
        ${one.suggestion && html`<span class="review-known" title=${one.suggestion.name}>AI suggestion: ${one.suggestion.name}${one.suggestion.year && ` (${one.suggestion.year})`}</span>`}
        ${existing && html`<${Known} one=${one} existing=${existing} />`}
      </div>
    </div>
  `
}
