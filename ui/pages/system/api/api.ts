import './api.css'
import { useQuery } from '../../../api/query'
import { html, useMemo, useState } from '../../../html'
import { SystemPage } from '../../../panels/system-page'
import { SearchField } from '../../../parts/controls/search-field'
import { Empty } from '../../../parts/status/empty'
import { ErrorLook } from '../../../parts/status/error-look'
import { Skeleton } from '../../../parts/status/skeleton'
import { withRoot } from '../../../root'
import { type ApiRoute, accessWords, endpointsOf, limits, matchesSearch, shape } from './api-words'

/** Every route of Panelkeep, from its OpenAPI document. */
export function ApiPage() {
  return html`<${SystemPage} tab="about"><${ApiView} /><//>`
}

function ApiView() {
  const { data, error, reload } = useQuery('GET /api/openapi.json')
  const [words, setWords] = useState('')
  const all = useMemo(() => (data ? endpointsOf(data) : []), [data])
  if (!data && error)
    return html`<${ErrorLook} what="The description could not be loaded" detail=${error.detail} onRetry=${reload} />`
  if (!data) return html`<${Skeleton} count=${12} label="Loading the description of the API" />`
  const groups = all.flatMap(([tag, endpoints]) => {
    const found = endpoints.filter((endpoint) => matchesSearch(endpoint, words))
    return found.length > 0 ? [{ tag, found }] : []
  })
  return html`
    <section class="system-section api-head">
      <h2>For programs</h2>
      <p class="system-quiet">
        Everything that these pages do, programs can do as well. The same as a document for tools:
        ${' '}<a class="system-link" href=${withRoot('/api/openapi.json')} download="panelkeep-openapi.json">openapi.json</a>.
      </p>
      <${SearchField} label="Search routes" value=${words} onInput=${setWords} placeholder="series, POST downloads" />
    </section>
    ${groups.length === 0 && html`<${Empty} icon="search" title="No routes match" text="Try another word." />`}
    ${groups.map(
      ({ tag, found }) => html`
      <section class="system-section" key=${tag}>
        <h2 class="api-tag">${tag}</h2>
        <ul class="api" aria-label=${tag}>${found.map((each) => html`<${Line} key=${each.operation.operationId} endpoint=${each} />`)}</ul>
      </section>
    `,
    )}
  `
}

/** The parameters and replies are rendered only after the route is opened. */
function Line({ endpoint }: { endpoint: ApiRoute }) {
  const [open, setOpen] = useState(false)
  const { method, path } = endpoint
  return html`
    <li>
      <details onToggle=${(event: Event) => setOpen((event.currentTarget as HTMLDetailsElement).open)}>
        <summary><b data-method=${method}>${method}</b> <code>${path}</code></summary>
        ${open && html`<${Detail} endpoint=${endpoint} />`}
      </details>
    </li>
  `
}

function Detail({ endpoint: { operation } }: { endpoint: ApiRoute }) {
  const { parameters = [], requestBody, responses } = operation
  const inputs = parameters.filter(({ name, in: where }) => name !== undefined && where !== 'header')
  const body = requestBody?.content?.['application/json']?.schema
  const answers = Object.entries(responses).filter(([status]) => status !== 'default')
  return html`
    <dl class="api-detail">
      <dt>For</dt>
      <dd>${accessWords(operation)}</dd>
      ${inputs.map((each) => html`<dt key=${each.name}><code>${each.name}</code></dt><dd>${limits(each)}</dd>`)}
      ${body && html`<dt>Body</dt><dd><pre>${shape(body)}</pre></dd>`}
      ${answers.map(([status, answer]) => {
        const schema = answer.content?.['application/json']?.schema
        return html`<dt key=${status}>${status}</dt><dd>${schema ? html`<pre>${shape(schema)}</pre>` : 'not described further'}</dd>`
      })}
    </dl>
  `
}
