import '../../parts/controls/search-input.css'
import '../../parts/controls/search-field.css'
import type { ApiError } from '../../api/client'
import type { Reply } from '../../api/contract'
import { useQuery } from '../../api/query'
import { html, useLayoutEffect, useState } from '../../html'
import type { WireRequest } from '../../panels/requests/request'
import { Button } from '../../parts/controls/button'
import { Words } from '../../parts/controls/words'
import { Icon } from '../../parts/icons/icon'
import { Empty } from '../../parts/status/empty'
import { ErrorLook } from '../../parts/status/error-look'
import { Skeleton } from '../../parts/status/skeleton'
import { FoundSeries } from './found-series'
import type { RequestsView } from './view'

const MOST = 20
const KINDS = [
  { value: 'comic', label: 'Comics' },
  { value: 'manga', label: 'Manga' },
]

type FindProps = {
  view: RequestsView
  show: (change: Partial<RequestsView>) => void
  /** The reader's requests, so that no series is asked for twice. */
  asked: readonly WireRequest[]
}

/** Searches for a series that the library does not have. Each search counts, so that it begins with Enter. */
export function FindSeries({ view, show, asked }: FindProps) {
  const { q, kind } = view
  const [typed, setTyped] = useState(q)
  useLayoutEffect(() => setTyped(q), [q])
  const body = { name: q, content_type: kind, limit: MOST }
  const answer = useQuery('POST /api/metadata/search', q ? { body } : null, { keep: true })
  const search = (event: Event) => {
    event.preventDefault()
    show({ q: typed.trim() })
  }
  const label = kind === 'manga' ? 'Name of a manga' : 'Name of a comic'
  return html`
    <search class="requests-find">
      <form onSubmit=${search}>
        <div class="search-field">
          <${Icon} name="search" />
          <input
            type="search"
            aria-label=${label}
            placeholder=${label}
            value=${typed}
            autocomplete="off"
            enterkeyhint="search"
            spellcheck=${false}
            onInput=${(event: Event) => setTyped((event.currentTarget as HTMLInputElement).value)}
          />
        </div>
        <${Button} kind="main" type="submit" disabled=${typed.trim() === ''}>Search<//>
      </form>
      <${Words}
        label="Kind"
        value=${kind}
        words=${KINDS}
        onChange=${(next: string) => show({ kind: next as RequestsView['kind'] })}
      />
    </search>
    ${q && html`<${Found} q=${q} answer=${answer} asked=${asked} />`}
  `
}

type Answer = { data: Reply<'POST /api/metadata/search'> | undefined; error: ApiError | undefined; loading: boolean }
type FoundProps = { q: string; answer: Answer & { reload: () => void }; asked: readonly WireRequest[] }

function Found({ q, answer, asked }: FoundProps) {
  const { data, error, loading, reload } = answer
  if (error?.body.code === 'provider_not_configured')
    return html`<${Empty} icon="search" title="The search is not set up" text="Ask the owner of this library." />`
  if (error) return html`<${ErrorLook} what="The search failed" detail=${error.detail} onRetry=${reload} />`
  if (!data) return html`<${Skeleton} count=${3} label="Searching" />`
  const failed = (data.provider_failures ?? []).length > 0
  return html`
    <section class="requests-found" aria-label=${`Series found for ${q}`} aria-busy=${loading}>
      ${failed && html`<p class="requests-partly">A source did not respond, so that series may be missing.</p>`}
      ${
        data.results.length === 0
          ? html`<${Empty} icon="search" title=${`No series found for “${q}”`} text="Try fewer words, or the name as printed on the first cover." />`
          : html`<ul class="requests">${data.results.map((row) => html`<${FoundSeries} key=${row.comicid} row=${row} asked=${asked} />`)}</ul>`
      }
    </section>
  `
}
