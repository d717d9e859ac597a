import './activity.css'
import { type AssistantStatus, useAssistant } from '../../../api/assistant'
import { useQuery } from '../../../api/query'
import { html } from '../../../html'
import { Columns } from '../../../parts/charts/columns'
import { Icon } from '../../../parts/icons/icon'
import { Pager } from '../../../parts/lists/pager'
import { Table, type TableColumn } from '../../../parts/lists/table'
import { useOwnLocation } from '../../../parts/lists/virtual-place'
import { Empty } from '../../../parts/status/empty'
import { ErrorLook } from '../../../parts/status/error-look'
import { Mark } from '../../../parts/status/mark'
import { Skeleton } from '../../../parts/status/skeleton'
import { countWords, dayWords, numberWords } from '../../../parts/text/format'
import { TimeText } from '../../../parts/text/when'
import { isManager } from '../../../state/user'
import { AssistantPage } from '../assistant-page'
import { type Call, circuitLook, costWords, featureWords, latencyWords, limitWords } from './call-words'

const PER_PAGE = 50

/** The requests to the model server, and the remaining limits. */
export function AssistantActivityPage() {
  return html`<${AssistantPage} tab="activity"><${Activity} /><//>`
}

function Activity() {
  const { query } = useOwnLocation()
  const page = Math.max(1, Math.trunc(Number(query.page)) || 1)
  const input = { query: { limit: PER_PAGE, offset: (page - 1) * PER_PAGE } }
  const { data, error, reload } = useQuery('GET /api/ai/activity', input, { keep: true })
  const status = useAssistant()
  if (!data && error)
    return html`<${ErrorLook} what="The activity could not be loaded" detail=${error.detail} onRetry=${reload} />`
  if (!data) return html`<${Skeleton} count=${8} label="Loading the activity" />`
  const hrefOf = (to: number) => (to === 1 ? '/assistant/activity' : `/assistant/activity?page=${to}`)
  return html`
    <div class="calls">
      <div class="calls-head">
        ${status && html`<${Limits} status=${status} />`}
        <${TokensPerDay} />
      </div>
      <${Calls} calls=${data.entries} page=${page} />
      <${Pager} page=${page} more=${data.entries.length === PER_PAGE} hrefOf=${hrefOf} />
    </div>
  `
}

function Limits({ status }: { status: AssistantStatus }) {
  const { state, word } = circuitLook(status)
  return html`
    <section class="calls-limits" aria-label="Limits">
      <p><b>${status.model}</b></p>
      <p><${Mark} state=${state} word=${word} /></p>
      ${status.last_failure && html`<p>Last failure: ${status.last_failure}</p>`}
      ${limitWords(status).map((sentence) => html`<p key=${sentence}>${sentence}</p>`)}
      ${!isManager() && html`<p><a href="/settings#assistant">Change the limits</a></p>`}
    </section>
  `
}

const DAYS = 30

function TokensPerDay() {
  const { data } = useQuery('GET /api/ai/usage', { query: { days: DAYS } })
  const days = (data?.days ?? []).map((day) => ({ ...day, tokens: day.prompt_tokens + day.completion_tokens }))
  const sum = days.reduce((total, { tokens }) => total + tokens, 0)
  if (sum === 0) return null
  const columns = days.map(({ day, tokens, calls }) => ({
    label: dayWords(day).replace(/ \d{4}$/, ''),
    value: tokens,
    words: `${countWords(tokens, 'token')}, ${countWords(calls, 'request')}`,
  }))
  const note = `${numberWords(sum)} in ${countWords(days.length, 'day')}`
  return html`<${Columns} title="Tokens a day" unit="tokens" columns=${columns} note=${note} />`
}

function Calls({ calls, page }: { calls: readonly Call[]; page: number }) {
  if (calls.length === 0) {
    return page > 1
      ? html`<${Empty} icon="history" title="There are none this far back" />`
      : html`<${Empty} icon="activity" title="No requests yet" text="Every request to the model server is listed here." />`
  }
  const hasCosts = calls.some(({ cost }) => cost !== null)
  const columns = hasCosts ? [...COLUMNS, COST] : COLUMNS
  return html`<${Table} caption="Requests to the model server" columns=${columns} rows=${calls} keyOf=${(call: Call) => String(call.id)} />`
}

const COLUMNS: readonly TableColumn<Call>[] = [
  { key: 'what', title: 'Request', cell: (call) => html`<${What} call=${call} />` },
  { key: 'model', title: 'Model', cell: ({ model }) => model, wide: true },
  { key: 'tokens', title: 'Tokens', cell: (call) => html`<${Tokens} call=${call} />`, number: true },
  { key: 'time', title: 'Time', cell: ({ latency_ms }) => latencyWords(latency_ms), number: true, wide: true },
]

const COST: TableColumn<Call> = {
  key: 'cost',
  title: 'Cost',
  cell: ({ cost }) => (cost === null ? '' : costWords(cost)),
  number: true,
  wide: true,
}

function What({ call }: { call: Call }) {
  const { timestamp, action_description, success, error_message, failure } = call
  const feature = featureWords(call)
  return html`
    <div class="call">
      <span><b>${feature}</b>${action_description !== feature && html` <span class="call-about">${action_description}</span>`}</span>
      ${failure === 'cancelled' && html`<span class="call-about">Stopped before the reply was complete</span>`}
      ${success === 'false' && failure !== 'cancelled' && html`<span class="call-failed"><${Icon} name="alert" size="small" label="Failed" /><span>${error_message}</span></span>`}
      <small><${TimeText} at=${timestamp} /></small>
    </div>
  `
}

function Tokens({ call: { prompt_tokens, completion_tokens } }: { call: Call }) {
  const parts = `${countWords(prompt_tokens, 'token')} sent, ${numberWords(completion_tokens)} received`
  return html`<span title=${parts}>${numberWords(prompt_tokens + completion_tokens)}</span>`
}
