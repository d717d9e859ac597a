import './last-search.css'
import { html, useState } from '../../html'
import { Icon } from '../icons/icon'
import { countWords, dayWords, pluralWords, sizeWords } from '../text/format'
import { withSettingsLinks } from '../text/settings-links'
import { TimeText } from '../text/when'

/** The result of the last search for an issue: queries, releases, and why none was grabbed. */
export type LastSearch = {
  summary: string
  asked: readonly {
    indexer: string
    queries: readonly string[]
    /** The queries that AI suggested. */
    alternates?: readonly string[]
    found: number
    /** A sentence about items that could not be used. */
    left_out?: string
    failure?: string
    detail?: string
  }[]
  refused: readonly {
    title: string
    indexer: string
    size_bytes: number | null
    published_at: string | null
    reasons: readonly { code: string; message: string }[]
    overrideable: boolean
  }[]
  /** The accepted releases, best first. */
  ranked?: readonly {
    digest: string
    title: string
    indexer: string
    line: string
    outcome: 'downloaded' | 'failed' | null
    detail: string | null
  }[]
  grabbed: string | null
  searched_at: string
}

const FEW = 4

export function LastSearchLook({ search }: { search: LastSearch }) {
  const { summary, asked, refused, ranked = [], grabbed, searched_at } = search
  return html`
    <div class="last-search">
      <p>${withSettingsLinks(summary)} <span class="last-search-when">Searched <${TimeText} at=${searched_at} /></span></p>
      ${grabbed && ranked.length === 0 && html`<p class="last-search-title">${grabbed}</p>`}
      ${
        asked.length > 0 &&
        html`
          <ul class="last-search-asked" aria-label="Indexers searched">
            ${asked.map((one) => html`<${IndexerResult} key=${one.indexer} one=${one} />`)}
          </ul>
        `
      }
      ${ranked.length > 0 && html`<${AcceptedReleases} ranked=${ranked} />`}
      ${refused.length > 0 && html`<${RejectedReleases} refused=${refused} />`}
    </div>
  `
}

function IndexerResult({ one }: { one: LastSearch['asked'][number] }) {
  const { indexer, queries, alternates = [], found, left_out, failure, detail } = one
  const title = queries.length > 0 ? `Searched for ${queries.map((query) => `“${query}”`).join(', ')}` : undefined
  if (failure !== undefined) {
    return html`<li data-wrong title=${title}><${Icon} name="alert" size="small" /><span>${withSettingsLinks(detail || `${indexer} did not respond.`)}</span></li>`
  }
  const words = queries.map((query) => `“${query}”${alternates.includes(query) ? ' (AI)' : ''}`).join(', ')
  return html`
    <li>
      <${Icon} name="search" size="small" />
      <span><b>${indexer}</b> ${countWords(found, 'release')}${words && ` for ${words}`}${left_out && `. ${left_out}.`}</span>
    </li>
  `
}

const OUTCOMES = { downloaded: 'Downloaded', failed: 'Download failed' }

/** The ranking of accepted releases, with their points and results. */
function AcceptedReleases({ ranked }: Required<Pick<LastSearch, 'ranked'>>) {
  return html`
    <h3>${pluralWords(ranked.length, 'Accepted release', 'Accepted releases, best first')}</h3>
    <ul class="last-search-refused">
      ${ranked.map(({ digest, title, indexer, line, outcome, detail }) => {
        const facts = [indexer, outcome === null ? '' : OUTCOMES[outcome]].filter(Boolean)
        return html`
          <li key=${digest}>
            <b class="last-search-title">${title}</b>
            <small>${facts.join(' · ')}</small>
            <small>${line}</small>
            ${detail && html`<span><${Icon} name="close" size="small" />${detail}</span>`}
          </li>
        `
      })}
    </ul>
  `
}

/** Rejected releases, the nearest misses first; the rest on demand. */
function RejectedReleases({ refused }: Pick<LastSearch, 'refused'>) {
  const [all, setAll] = useState(false)
  const shown = all ? refused : refused.slice(0, FEW)
  return html`
    <h3>${pluralWords(refused.length, 'Rejected release', 'Rejected releases, closest match first')}</h3>
    <ul class="last-search-refused">
      ${shown.map(({ title, indexer, size_bytes, published_at, reasons }) => {
        const facts = [indexer, size_bytes === null ? '' : sizeWords(size_bytes), dayWords(published_at)]
        return html`
          <li key=${indexer + title}>
            <b class="last-search-title">${title}</b>
            <small>${facts.filter(Boolean).join(' · ')}</small>
            ${reasons.map(({ code, message }) => html`<span key=${code + message}><${Icon} name="close" size="small" />${message}</span>`)}
          </li>
        `
      })}
    </ul>
    ${
      refused.length > FEW &&
      html`
        <button class="last-search-more" type="button" aria-expanded=${all} onClick=${() => setAll(!all)}>
          ${all ? 'Show fewer' : `Show all ${refused.length}`}
        </button>
      `
    }
  `
}
