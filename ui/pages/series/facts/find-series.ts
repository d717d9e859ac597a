import { call } from '../../../api/client'
import { html, useState } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { TextField } from '../../../parts/controls/field'
import { type LinkTo, SeriesCandidateRow } from './candidate-row'

export type FindSeriesProps = { name: string; kind: 'comic' | 'manga'; busy: boolean; onLink: LinkTo }
type Rows = Awaited<ReturnType<typeof ask>>

const ask = (name: string, kind: 'comic' | 'manga') =>
  call(kind === 'manga' ? 'POST /api/search/manga' : 'POST /api/search/comics', { body: { name, limit: 10 } })

/** Searches for a series by hand, when no candidate is the right one. */
export function FindSeries({ name, kind, busy, onLink }: FindSeriesProps) {
  const [text, setText] = useState(name)
  const [found, setFound] = useState<Rows | undefined>(undefined)
  const [error, setError] = useState<string | undefined>(undefined)
  const [asking, setAsking] = useState(false)
  const look = async (event: Event) => {
    event.preventDefault()
    setAsking(true)
    setError(undefined)
    await ask(text.trim(), kind)
      .then(setFound)
      .catch((cause: Error) => setError(cause.message))
    setAsking(false)
  }
  const failures = found?.provider_failures ?? []
  return html`
    <section>
      <h3>Look up</h3>
      <form class="link-find" onSubmit=${look}>
        <${TextField} label="Name of the series" unlabelled value=${text} onInput=${setText} />
        <${Button} type="submit" icon="search" busy=${asking} disabled=${text.trim() === ''}>Search<//>
      </form>
      ${error && html`<p class="link-error" role="alert">${error}</p>`}
      ${failures.map(({ provider, detail }) => html`<p key=${provider} class="link-error">${detail}</p>`)}
      ${found?.results.length === 0 && failures.length === 0 && html`<p class="job-aside">No series of that name found.</p>`}
      <ul>
        ${found?.results.map(
          (row) => html`
          <${SeriesCandidateRow}
            key=${row.metadata_source + row.external_id}
            one=${candidateOf(row)}
            busy=${busy}
            onLink=${onLink}
          />
        `,
        )}
      </ul>
    </section>
  `
}

/** A search result in the form of a candidate. */
function candidateOf(row: Rows['results'][number]) {
  const {
    metadata_source: provider,
    external_id: provider_id,
    name,
    comicyear,
    publisher,
    issues,
    comicthumb,
    comicimage,
  } = row
  const issue_count = issues === null || Number.isNaN(Number(issues)) ? null : Number(issues)
  return {
    provider,
    provider_id,
    name,
    year: comicyear === null ? null : Number(comicyear),
    publisher,
    issue_count,
    image: comicthumb ?? comicimage,
    url: row.url,
  }
}
