import { providerNames, providerOf } from '../../../src/base/providers/descriptors'
import type { Reply } from '../../api/contract'
import { useQuery } from '../../api/query'
import { html } from '../../html'
import { OwnerOnly } from '../../panels/ask-owner'
import { Button } from '../../parts/controls/button'
import { Empty } from '../../parts/status/empty'
import { ProviderFailures } from './failures'
import type { SearchAnswer } from './search-result'
import { changeSearch, type SearchKind, type SearchView, searchAddress } from './view'

type Failed = NonNullable<SearchAnswer['provider_failures']>[number]
type Provider = Reply<'GET /api/metadata/providers'>['providers'][number]

/** The providers that a search of this kind uses. */
const ready = (all: readonly Provider[], kind: SearchKind) =>
  all.filter(({ serves, enabled, configured }) => serves.includes(kind) && enabled && configured)

const SETTINGS = '/settings#metadata'
const WAITING = 8

/** Before a search: the purpose of the page, or that no provider is available. */
export function StartHint({ kind }: { kind: SearchKind }) {
  const { data } = useQuery('GET /api/metadata/providers')
  const sources = data ? ready(data.providers, kind) : []
  if (data && sources.length === 0) return html`<${NotSetUp} kind=${kind} />`
  const sentence = sources.length > 0 ? `Searches ${listed(sources.map(({ label }) => label))}.` : ''
  const all = kind === 'manga' ? 'chapters and volumes' : 'issues'
  return html`<p class="search-start">Type the name of a series, or a part of it. A series that you add appears in your library with all its ${all}. ${sentence}</p>`
}

/** "One, two and three". */
function listed(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

function sourcesOf(kind: SearchKind): string {
  const known = providerNames.map(providerOf).filter(({ serves }) => serves.includes(kind))
  const found = `Sources for ${kind === 'manga' ? 'manga' : 'comics'}: ${listed(known.map(({ label }) => label))}.`
  const keys = [...new Set(known.flatMap(({ needs }) => (needs ? `a ${needs.short}` : [])))]
  return keys.length > 0
    ? `${found} They are free and need ${keys.join(' or ')}.`
    : `${found} They need no key, but are disabled.`
}

/** No provider for this kind is available. */
export function NotSetUp({ kind }: { kind: SearchKind }) {
  return html`
    <${Empty} icon="key" title=${`No metadata source for ${kind === 'manga' ? 'manga' : 'comics'}`} text=${sourcesOf(kind)}>
      <${OwnerOnly}><${Button} kind="main" href=${SETTINGS}>Set up a source<//><//>
    <//>
  `
}

type NothingProps = { view: SearchView; failures: readonly Failed[]; onRetry: () => void }

/** No results, or no provider that could answer. */
export function NoResults({ view, failures, onRetry }: NothingProps) {
  const { data } = useQuery('GET /api/metadata/providers')
  const usable = data ? ready(data.providers, view.kind) : []
  const unanswered = usable.every(({ name }) => failures.some(({ provider }) => provider === name))
  if (failures.length > 0 && unanswered) {
    return html`
      <${ProviderFailures} failures=${failures} />
      <${Empty} icon="wifi-off" title="No source responded" text="See the errors above. Your library is not affected.">
        <${Button} icon="refresh" onClick=${onRetry}>Try again<//>
      <//>
    `
  }
  const other = view.kind === 'manga' ? 'comic' : 'manga'
  const words = other === 'manga' ? 'Search manga' : 'Search comics'
  if (view.page > 1) {
    return html`
      <${Empty} icon="search" title="No more results">
        <${Button} href=${searchAddress({ ...view, page: 1 })}>Go to the first page<//>
      <//>
    `
  }
  return html`
    <${ProviderFailures} failures=${failures} />
    <${Empty}
      icon="search"
      title=${`No series found for “${view.q}”`}
      text="Try fewer words, or the name as printed on the first cover, without a year."
    >
      <${Button} href=${searchAddress(changeSearch(view, { kind: other }))}>${words}<//>
    <//>
  `
}

/** The outline of the results, so that nothing moves when they arrive. */
export function ResultSkeletons() {
  return html`
    <div class="search-results search-waiting" role="status" aria-label="Searching">
      ${Array.from(
        { length: WAITING },
        (_, at) => html`
          <div class="result" key=${at}>
            <span class="result-link"><span class="result-cover"></span><span><i></i><i></i><i></i></span></span>
          </div>
        `,
      )}
    </div>
  `
}
