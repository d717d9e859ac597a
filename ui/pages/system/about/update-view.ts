import './update-view.css'
import { call } from '../../../api/client'
import { connection } from '../../../api/events'
import { useMutation, useQuery } from '../../../api/query'
import { html, useEffect, useState } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { Confirm } from '../../../parts/dialogs/dialog'
import { Mark } from '../../../parts/status/mark'
import { Progress } from '../../../parts/status/progress'
import { countWords } from '../../../parts/text/format'
import { TimeText } from '../../../parts/text/when'
import { shutdown } from '../../../state/ending'
import { useRunWithToast } from '../../../state/run-with-toast'
import { noteWords } from './note-words'
import {
  confirmWords,
  downloadShare,
  isUpdating,
  progressWords,
  type Update,
  type UpdatePage,
  updateSteps,
} from './update-words'

/** The available, running or last update. */
export function UpdateView({ current }: { current: string }) {
  const { data } = useQuery('GET /api/system/update')
  if (!data) return null
  const { update, available, obstacle } = data
  if (isUpdating(update)) return html`<${RunningUpdate} update=${update} />`
  return html`
    ${update && html`<${LastUpdate} update=${update} current=${current} />`}
    ${available && html`<${OfferedUpdate} available=${available} obstacle=${obstacle} current=${current} />`}
  `
}

interface OfferedProps {
  available: NonNullable<UpdatePage['available']>
  obstacle: string | null
  current: string
}

function OfferedUpdate({ available, obstacle, current }: OfferedProps) {
  const [asking, setAsking] = useState(false)
  const { busy, perform } = useRunWithToast()
  const { version, notes } = available
  const begin = async () => {
    await perform(() => call('POST /api/system/update', { body: { version } }))
    setAsking(false)
  }
  const confirm = {
    open: asking,
    ...confirmWords(current, available),
    busy,
    onConfirm: begin,
    onClose: () => setAsking(false),
  }
  return html`
    ${
      notes.length > 0 &&
      html`
        <details class="update-notes">
          <summary>What is new in ${version} (${countWords(notes.length, 'change')})</summary>
          <ul>${notes.map((text) => html`<li key=${text}>${noteWords(text)}</li>`)}</ul>
        </details>
      `
    }
    ${
      obstacle
        ? html`<p class="update-obstacle">${obstacle}</p>`
        : html`<p><${Button} kind="main" icon="download" onClick=${() => setAsking(true)}>Update to ${version}<//></p>`
    }
    <${Confirm} ...${confirm} />
  `
}

type Running = Parameters<typeof updateSteps>[0]

function RunningUpdate({ update }: { update: Running }) {
  const [instance, setInstance] = useState<string | undefined>(undefined)
  const cancel = useMutation('DELETE /api/system/update', { invalidates: ['GET /api/system/update'] })
  useEffect(() => {
    void call('GET /api/health').then(
      (health) => setInstance(health.instance),
      () => undefined,
    )
  }, [])
  const isAway = update.state === 'restarting' || connection.value === 'restarting'
  useEffect(() => {
    if (!isAway || instance === undefined) return
    const text = `Panelkeep is being updated to ${update.version}. This page reloads automatically.`
    shutdown.value = { how: 'restart', instance, text }
  }, [isAway, instance])
  const words = progressWords(update)
  return html`
    <div class="update-running" role="status">
      <h3>Updating to ${update.version}</h3>
      <${Progress} label=${`Update to ${update.version}`} value=${downloadShare(update)} />
      <p class="system-quiet">${words}</p>
      <ol class="update-steps">
        ${updateSteps(update).map(
          ({ step, word, look }) => html`
            <li key=${step} data-look=${look} aria-current=${look === 'current' ? 'step' : undefined}>${word}</li>
          `,
        )}
      </ol>
      ${cancel.error && html`<p class="system-wrong" role="alert">${cancel.error.detail}</p>`}
      ${
        update.state !== 'restarting' &&
        html`<p><${Button} size="small" busy=${cancel.busy} onClick=${() => cancel.run()}>Cancel the update<//></p>`
      }
    </div>
  `
}

function LastUpdate({ update, current }: { update: Update; current: string }) {
  const { state, version, from_version, error, finished_at } = update
  if (state === 'installed')
    return current === version
      ? html`<p class="system-quiet">Updated from ${from_version} <${TimeText} at=${finished_at} /></p>`
      : null
  if (state !== 'failed' && state !== 'rolled_back') return null
  const word = state === 'failed' ? `Update to ${version} failed` : `Update to ${version} was undone`
  return html`
    <div class="update-failed" role="alert">
      <${Mark} state="attention" word=${word} />
      <p>${error}</p>
    </div>
  `
}
