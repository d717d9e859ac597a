import './shutdown-page.css'
import { usePolling } from './api/polling'
import { html, useEffect, useRef, useState } from './html'
import { Button } from './parts/controls/button'
import { Empty } from './parts/status/empty'
import { Progress } from './parts/status/progress'
import { isBack, type Shutdown } from './state/ending'

const LOOK_MS = 700
const LONG_MS = 30_000

export type ShutdownPageProps = { ending: Shutdown; onBack: () => void }

/** Fills the window after a stop or restart was requested, and continues once the server is back. */
export function ShutdownPage({ ending, onBack }: ShutdownPageProps) {
  const long = useLong(ending.how === 'restart')
  const looking = useRef(false)
  const check = async () => {
    if (looking.current) return
    looking.current = true
    if (await isBack(ending.instance)) onBack()
    looking.current = false
  }
  usePolling(true, LOOK_MS, () => void check())
  if (ending.how === 'stop') {
    const text = 'Start it again on its machine. This page then opens automatically.'
    return html`<main class="ended"><${Empty} page icon="power" title="Panelkeep has stopped" text=${text} /></main>`
  }
  if (ending.at) return html`<${NewAddress} at=${ending.at} />`
  const text = ending.text ?? 'Running tasks resume after the restart. This page reloads automatically.'
  const late = 'This takes longer than usual. If you changed the port, open Panelkeep at the new one.'
  return html`
    <main class="ended" role="status">
      <${Empty} page icon="refresh" title="Panelkeep is restarting" text=${long ? late : text}>
        <${Progress} label="Waiting for Panelkeep" />
      <//>
    </main>
  `
}

/** A page cannot test an address on another origin. */
function NewAddress({ at }: { at: string }) {
  const text = `Panelkeep restarts and then answers at ${at}. Reading apps need that address too.`
  return html`
    <main class="ended" role="status">
      <${Empty} page icon="refresh" title="Panelkeep is restarting" text=${text}>
        <${Button} kind="main" href=${at}>Go there<//>
      <//>
    </main>
  `
}

function useLong(on: boolean): boolean {
  const [long, setLong] = useState(false)
  useEffect(() => {
    if (!on) return
    const timer = setTimeout(() => setLong(true), LONG_MS)
    return () => clearTimeout(timer)
  }, [on])
  return long
}
