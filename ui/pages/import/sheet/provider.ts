import { call } from '../../../api/client'
import { html, useEffect, useId, useState } from '../../../html'
import { Cover } from '../../../parts/covers/cover'
import { bandOf, Sureness } from '../../../parts/status/sureness'
import { countWords } from '../../../parts/text/format'
import { BANDS, type Proposal, type ProposedSeries } from '../review/proposals'
import type { GroupChange, ImportKind } from '../wire'
import { Combobox } from './combobox'

export type SheetProviderProps = {
  one: Proposal
  proposals: readonly ProposedSeries[]
  onChange: (change: GroupChange) => unknown
}

/** Chooses the provider's series: a candidate, none, or another one from a search. */
export function SheetProvider({ one, proposals, onChange }: SheetProviderProps) {
  const name = useId()
  const choose = (proposal: string | null) => onChange({ proposal })
  const row = { name, onChoose: choose }
  return html`
    <section class="sheet-provider">
      <h3>${proposals.length > 0 ? 'Which series it is' : 'No match found'}</h3>
      ${
        proposals.length > 0 &&
        html`
        <div role="radiogroup" aria-label="Which series it is">
          ${proposals.map(
            (proposal) => html`
            <${Choice}
              key=${proposal.proposal_id}
              ...${row}
              kind=${one.kind}
              proposal=${proposal}
              chosen=${proposal.proposal_id === one.proposalId}
            />
          `,
          )}
          <${Local} ...${row} one=${one} chosen=${one.proposalId === null} />
        </div>
      `
      }
      <${Another}
        key=${one.id}
        kind=${one.kind}
        label=${proposals.length > 0 ? 'Search for another series' : 'Search by another name'}
        onPick=${choose}
      />
    </section>
  `
}

type ChoiceProps = {
  name: string
  kind: ImportKind
  proposal: ProposedSeries
  chosen: boolean
  onChoose: (proposal: string) => unknown
}

function Choice({ name, kind, proposal, chosen, onChoose }: ChoiceProps) {
  const { proposal_id, label, url, confidence, parts, in_library, issues, year, publisher } = proposal
  const count = issues === null ? '' : countWords(issues, kind === 'manga' ? 'chapter' : 'issue')
  const facts = [year, publisher, count].filter(Boolean).join(' · ')
  const band = bandOf(confidence)
  const word = BANDS.find(({ value }) => value === band)?.label ?? ''
  return html`
    <div class="sheet-choice" data-chosen=${chosen || undefined}>
      <label>
        <input type="radio" name=${name} checked=${chosen} onChange=${() => onChoose(proposal_id)} />
        <${Cover} name=${proposal.name} src=${proposal.image} mark=${year ?? ''} width=${56} />
        <span class="sheet-choice-said">
          <b>${proposal.name}</b>
          <span>${facts}</span>
          <span class="sheet-choice-sure"><${Sureness} band=${band} word=${word} /><span>${confidence} of 100</span></span>
          ${in_library && html`<span>It is in your library: the files join it.</span>`}
          <span class="sheet-choice-why">${parts.map(({ reason }) => reason).join('. ')}.</span>
        </span>
      </label>
      ${url && html`<a href=${url} target="_blank" rel="noreferrer" aria-label="${proposal.name} at ${label}">${label}</a>`}
    </div>
  `
}

type LocalProps = { name: string; one: Proposal; chosen: boolean; onChoose: (proposal: null) => unknown }

function Local({ name, one, chosen, onChoose }: LocalProps) {
  return html`
    <div class="sheet-choice" data-chosen=${chosen || undefined}>
      <label>
        <input type="radio" name=${name} checked=${chosen} onChange=${() => onChoose(null)} />
        <span class="sheet-choice-said">
          <b>None of these</b>
          <span>Keep it as a local series: ${[one.localName, one.localYear].filter(Boolean).join(', ')}. It can be linked later.</span>
        </span>
      </label>
    </div>
  `
}

const TYPED_MS = 400
const FOUND = 8

type AnotherProps = { kind: ImportKind; label: string; onPick: (comicId: string) => unknown }
type SeriesOption = { key: string; label: string; detail: string }

/** Searches the providers for another series once typing stops. */
function Another({ kind, label, onPick }: AnotherProps) {
  const [query, setQuery] = useState('')
  const [found, setFound] = useState<{ of: string; options: SeriesOption[]; nothing: string }>({
    of: '',
    options: [],
    nothing: '',
  })
  useEffect(() => {
    const search = query.trim()
    if (!search) return
    let late = false
    const timer = setTimeout(async () => {
      const answer = await searchSeries(kind, search)
      if (!late) setFound({ of: search, ...answer })
    }, TYPED_MS)
    return () => {
      late = true
      clearTimeout(timer)
    }
  }, [query, kind])
  const fits = found.of === query.trim() && found.of !== ''
  const options = fits ? found.options : []
  const nothing = fits ? found.nothing : 'Searching'
  const pick = (key: string) => {
    setQuery('')
    onPick(key)
  }
  return html`
    <${Combobox}
      label=${label}
      placeholder=${label}
      query=${query}
      options=${options}
      nothing=${nothing}
      onQuery=${setQuery}
      onPick=${pick}
    />
  `
}

async function searchSeries(kind: ImportKind, name: string): Promise<{ options: SeriesOption[]; nothing: string }> {
  try {
    const body = { name, limit: FOUND }
    const { results, provider_failures: failures = [] } =
      kind === 'manga'
        ? await call('POST /api/search/manga', { body })
        : await call('POST /api/search/comics', { body })
    const options = results.slice(0, FOUND).map((row) => ({
      key: row.comicid,
      label: row.name,
      detail: [
        row.comicyear,
        row.publisher,
        row.issues && countWords(Number(row.issues), kind === 'manga' ? 'chapter' : 'issue'),
      ]
        .filter(Boolean)
        .join(' · '),
    }))
    return { options, nothing: failures[0]?.detail ?? `No series called “${name}” found.` }
  } catch (cause) {
    return { options: [], nothing: cause instanceof Error ? cause.message : String(cause) }
  }
}
