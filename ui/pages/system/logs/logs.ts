import './log.css'
import { call } from '../../../api/client'
import { usePolling } from '../../../api/polling'
import { invalidate, useQuery } from '../../../api/query'
import { html, useState } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { Menu } from '../../../parts/controls/menu'
import { SearchField } from '../../../parts/controls/search-field'
import { Words } from '../../../parts/controls/words'
import { useTyped } from '../../../parts/lists/use-typed'
import { ErrorLook } from '../../../parts/status/error-look'
import { Skeleton } from '../../../parts/status/skeleton'
import { runWithToast } from '../../../state/run-with-toast'
import { showToast } from '../../../state/toasts'
import { SystemPage } from '../system-page'
import { LogArea } from './log-area'
import { LogLevel } from './log-level'
import { linesOf } from './log-lines'
import { LogList } from './log-list'

const LOOK_MS = 2_000
const STEPS = [300, 1_500, 5_000] as const
const LEVELS = [
  { value: '', label: 'Everything' },
  { value: 'info', label: 'Info' },
  { value: 'warn', label: 'Warnings' },
  { value: 'error', label: 'Errors' },
] as const

/** The log, live. */
export function LogsPage() {
  return html`<${SystemPage} tab="log"><${LogsView} /><//>`
}

function LogsView() {
  const { q, typed, type, at, query, route } = useTyped('/system/logs', ['level', 'area'])
  const [follows, setFollows] = useState(true)
  const [step, setStep] = useState(0)
  const lines = STEPS[step] as number
  const level = LEVELS.find(({ value }) => value === query.level)?.value ?? ''
  const request = { lines, level: level || undefined, area: query.area || undefined, q: q || undefined }
  const { data, error, reload, poll } = useQuery('GET /api/system/logs', { query: request }, { keep: true })
  usePolling(follows, LOOK_MS, poll)
  if (!data && error)
    return html`<${ErrorLook} what="The log could not be loaded" detail=${error.detail} onRetry=${reload} />`
  if (!data) return html`<${Skeleton} count=${12} label="Loading the log" />`
  const by = Object.entries({ level, area: query.area ?? '', q }).filter(([, value]) => value !== '')
  const narrowed = new URLSearchParams(by).toString()
  const words = { label: 'Level', value: level, words: LEVELS, onChange: (level: string) => route(at({ level }), true) }
  return html`
    <${LogLevel} level=${data.level} />
    ${data.error && html`<p class="system-wrong" role="alert">${data.error}</p>`}
    <div class="system-bar log-bar">
      <${SearchField} label="Search the log" value=${typed} onInput=${type} />
      <${Words} ...${words} />
      <${LogArea} areas=${data.areas} area=${query.area ?? ''} onChange=${(area: string) => route(at({ area }), true)} />
      <${Button} kind="quiet" size="small" icon=${follows ? 'pause' : 'play'} onClick=${() => setFollows(!follows)}>${follows ? 'Pause' : 'Follow'}<//>
      <${Menu} title="More about the log" items=${itemsFor(narrowed)} />
    </div>
    <${LogList} lines=${linesOf(data.logs)} follows=${follows} narrowed=${narrowed !== ''}>
      ${data.logs.length >= lines && step < STEPS.length - 1 && html`<${Button} size="small" onClick=${() => setStep(step + 1)}>Show older<//>`}
    <//>
    ${data.path && html`<p class="system-quiet log-path">The full log is in <code>${data.path}</code></p>`}
  `
}

const PATH = '/api/system/logs/download'

/** `narrowed` is the filter of the log as a query; empty for all lines. */
function itemsFor(narrowed: string) {
  const file = (label: string, href: string) => ({ label, icon: 'download' as const, href, download: 'panelkeep.log' })
  return [
    ...(narrowed === '' ? [] : [file('Download these lines', `${PATH}?${narrowed}`)]),
    file('Download the log', PATH),
    { label: 'Begin a new file', icon: 'plus' as const, onPick: rotate },
  ]
}

function rotate(): Promise<boolean> {
  return runWithToast(async () => {
    const { rotated, error } = await call('POST /api/system/logs/rotate')
    invalidate('GET /api/system/logs')
    if (rotated) showToast('New log file. The old one is kept beside it.')
    else
      showToast(error ?? 'There is no log file. The lines on this page were cleared.', {
        kind: error ? 'error' : 'note',
      })
  })
}
