import './match-sheet.css'
import { sourceLabel } from '../../../../src/base/providers/descriptors'
import { call } from '../../../api/client'
import type { Reply } from '../../../api/contract'
import { invalidate, useQuery } from '../../../api/query'
import { html, useEffect, useRef, useState } from '../../../html'
import { seriesWords } from '../../../panels/bulk/bulk-words'
import { Evidence, nameAndYear } from '../../../panels/matching/evidence'
import { Button } from '../../../parts/controls/button'
import { KeyHints } from '../../../parts/controls/key-hints'
import { Cover } from '../../../parts/covers/cover'
import { Dialog } from '../../../parts/dialogs/dialog'
import { useStops } from '../../../parts/lists/use-stops'
import { ErrorLook } from '../../../parts/status/error-look'
import { Skeleton } from '../../../parts/status/skeleton'
import { countWords, numberWords } from '../../../parts/text/format'
import { errorSentence } from '../../../state/use-busy'

type Item = Reply<'GET /api/series/bulk/:operation_id'>['items'][number]
type Candidate = Item['choices'][number]
/** The outcome of a series in this sheet. */
type Outcome = { sentence: string; isError?: boolean; isBusy?: boolean }

/** Series in the sheet at once. */
const MOST = 100
const NONE = '0'

export type MatchSheetProps = { operation_id: string; unsure: number; onClose: () => void }

/** The series whose match is unsure: cover beside cover, the evidence, and one key for each possible match. */
export function MatchSheet({ operation_id, unsure, onClose }: MatchSheetProps) {
  const query = { state: 'unsure', limit: MOST } as const
  // Chosen series stay in the sheet, so the list is fetched once.
  const [items, setItems] = useState<readonly Item[] | undefined>(undefined)
  const { data, error, reload } = useQuery(
    'GET /api/series/bulk/:operation_id',
    items ? null : { params: { operation_id }, query },
  )
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, Outcome>>>({})
  const list = useRef<HTMLElement | null>(null)
  useEffect(() => {
    if (data && !items) setItems(data.items)
  }, [data])
  const close = () => {
    invalidate('GET /api/series')
    onClose()
  }
  const choose = async ({ comic_id }: Item, candidate: Candidate | null) => {
    const before = outcomes[comic_id]
    if (before && !before.isError) return
    const set = (outcome: Outcome) => setOutcomes((now) => ({ ...now, [comic_id]: outcome }))
    set({ sentence: candidate ? 'Matching…' : 'No match chosen.', isBusy: true })
    focusNext(list.current, comic_id)
    const choice = candidate && { provider: candidate.provider, provider_id: candidate.provider_id }
    await call('POST /api/series/bulk/:operation_id/choice', { params: { operation_id }, body: { comic_id, choice } })
      .then(({ sentence }) => set({ sentence }))
      .catch((cause: unknown) => set({ sentence: errorSentence(cause), isError: true }))
  }
  const keys = useStops((key, id) => {
    const item = items?.find(({ comic_id }) => comic_id === id)
    const candidate = item?.choices[Number(key) - 1]
    if (!item || !(candidate || key === NONE)) return false
    void choose(item, candidate ?? null)
    return true
  })
  const left = (items ?? []).filter(({ comic_id }) => !outcomes[comic_id] || outcomes[comic_id].isError).length
  const foot = html`<${Button} kind="main" onClick=${close}>Done<//>`
  const more = unsure - (items?.length ?? 0)
  return html`
    <${Dialog} open kind="sheet" title="Choose matches" help="metadata#match-several-series" onClose=${close} foot=${foot}>
      ${!items && error && html`<${ErrorLook} what="The matches could not be loaded" detail=${error.detail} onRetry=${reload} />`}
      ${!items && !error && html`<${Skeleton} count=${4} label="Loading the matches" />`}
      ${items && html`<p role="status">${left === 0 ? 'All matches are decided.' : `${seriesWords(left)} to decide.`}</p>`}
      <${KeyHints} keys=${[['↑ ↓', 'series'], ['1–9', 'match'], ['0', 'none of these']]} />
      <div ...${keys} ref=${(box: HTMLDivElement | null) => {
        list.current = box
        keys.ref.current = box
      }}>
        <ul class="matches">
          ${items?.map((item) => html`<${UnsureSeries} key=${item.comic_id} item=${item} outcome=${outcomes[item.comic_id]} onChoose=${choose} />`)}
        </ul>
      </div>
      ${items && more > 0 && html`<p>${numberWords(more)} more series after these.</p>`}
    <//>
  `
}

/** The next series without a decision gets the focus. */
function focusNext(list: HTMLElement | null, comicId: string): void {
  const stops = [...(list?.querySelectorAll<HTMLElement>('[data-stop]') ?? [])]
  const at = stops.findIndex(({ dataset }) => dataset.stop === comicId)
  const next = stops.slice(at + 1).find(({ dataset }) => dataset.decided === undefined)
  next?.focus()
  next?.scrollIntoView?.({ block: 'nearest' })
}

type UnsureProps = {
  item: Item
  outcome: Outcome | undefined
  onChoose: (item: Item, candidate: Candidate | null) => unknown
}

function UnsureSeries({ item, outcome, onChoose }: UnsureProps) {
  const { comic_id, name, series, choices } = item
  const title = nameAndYear(name, series?.year ?? null)
  const facts = [series?.publisher, series && `you have ${countWords(series.have, 'issue')}`]
    .filter(Boolean)
    .join(' · ')
  const decided = outcome !== undefined && !outcome.isError
  return html`
    <li class="match" tabindex="-1" data-stop=${comic_id} data-decided=${decided || undefined} aria-label=${title} aria-busy=${outcome?.isBusy && decided}>
      <div class="match-own">
        <span class="match-cover"><${Cover} name=${name} src=${series?.image} width=${96} /></span>
        <span><b>${title}</b><small>${facts}</small></span>
      </div>
      ${outcome && html`<p class="match-outcome" role=${outcome.isError ? 'alert' : 'status'} data-error=${outcome.isError}>${outcome.sentence}</p>`}
      ${
        !decided &&
        html`
          <ol class="match-choices">
            ${choices.slice(0, 9).map(
              (one, at) => html`
                <li key=${one.provider + one.provider_id}>
                  <button type="button" tabindex="-1" onClick=${() => onChoose(item, one)}>
                    <kbd>${at + 1}</kbd>
                    <span class="match-cover"><${Cover} name=${one.name} src=${one.image} width=${96} /></span>
                    <span>
                      <b>${nameAndYear(one.name, one.year)}</b>
                      <small>${candidateFacts(one)}</small>
                    </span>
                  </button>
                  <${Evidence} evidence=${one.evidence} against=${one.against} />
                </li>
              `,
            )}
          </ol>
          <button type="button" tabindex="-1" class="match-none" onClick=${() => onChoose(item, null)}><kbd>0</kbd> None of these</button>
        `
      }
    </li>
  `
}

const candidateFacts = ({ provider, publisher, issue_count }: Candidate): string =>
  [sourceLabel(provider), publisher, issue_count === null ? null : countWords(issue_count, 'issue')]
    .filter(Boolean)
    .join(' · ')
