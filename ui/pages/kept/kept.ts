import './kept.css'
import { html, useEffect, useState } from '../../html'
import type { Copy } from '../../kept/copies'
import { installApp, installOffer } from '../../kept/install'
import { fetchCopies, removeCopy, renewCopy } from '../../kept/keeper'
import { readKeptIssues } from '../../kept/kept-issues'
import { keptIssues } from '../../kept/kept-signal'
import { obstacle } from '../../kept/offer'
import { registerWorker } from '../../kept/worker-link'
import { Button } from '../../parts/controls/button'
import { Empty } from '../../parts/status/empty'
import { Skeleton } from '../../parts/status/skeleton'
import { countWords, sizeWords } from '../../parts/text/format'
import { runWithToast } from '../../state/run-with-toast'
import { isOwner, mayDownload } from '../../state/user'
import { KeptList } from './kept-list'

/** The issues that this browser keeps, or why it cannot keep any. */
export function KeptPage() {
  const usual = mayDownload() ? obstacle() : 'user'
  const refusal = useRefusal(usual === undefined)
  const reason = usual ?? (refusal && 'untrusted')
  return html`
    <div class="kept">
      ${reason === undefined ? html`<${Kept} />` : html`<header><h1>On this device</h1></header><${Why} reason=${reason} refusal=${refusal} />`}
    </div>
  `
}

/** The reason for which the browser refuses the worker: only its attempt shows whether it trusts the certificate. */
function useRefusal(asks: boolean): string | undefined {
  const [refusal, setRefusal] = useState<string | undefined>(undefined)
  useEffect(() => {
    if (asks) registerWorker().catch((cause: Error) => setRefusal(cause.message))
  }, [asks])
  return refusal
}

function Kept() {
  const free = useFreeSpace()
  useEffect(() => void runWithToast(readKeptIssues), [])
  const all = keptIssues.value && [...keptIssues.value.values()]
  if (!all) return html`<header><h1>On this device</h1></header><${Skeleton} count=${4} label="Loading the issues" />`
  const bytes = all.reduce((sum, copy) => sum + copy.bytes, 0)
  const facts = [all.length > 0 ? `${countWords(all.length, 'issue')}, ${sizeWords(bytes)}` : '', free].filter(Boolean)
  const removeAll = () => runWithToast(() => Promise.all(all.map(removeCopy)))
  const renew = (copy: Copy) =>
    runWithToast(async () => {
      await renewCopy(copy)
      void fetchCopies()
    })
  return html`
    <header>
      <h1>On this device</h1>
      ${all.length > 0 && html`<${Button} icon="trash" onClick=${removeAll}>Remove all<//>`}
      ${all.length > 0 && html`<p>${facts.join(' · ')}</p>`}
    </header>
    ${
      all.length === 0
        ? html`<${Empty} icon="tablet" title="No issues on this device" text="Choose Keep on this device in the menu of an issue or series to read it without a connection." />`
        : html`<${KeptList} all=${all} onRemove=${(copy: Copy) => runWithToast(() => removeCopy(copy))} onRenew=${renew} />`
    }
    <${Notes} />
  `
}

/** "12 GB free"; '' where the browser does not say. */
function useFreeSpace(): string {
  const [free, setFree] = useState<number | undefined>(undefined)
  useEffect(() => {
    void navigator.storage
      ?.estimate?.()
      .then(({ quota, usage }) => setFree(quota === undefined ? undefined : Math.max(0, quota - (usage ?? 0))))
      .catch(() => undefined)
  }, [keptIssues.value?.size])
  return free === undefined ? '' : `${sizeWords(free)} free for this browser`
}

function Notes() {
  const isInstalled = matchMedia('(display-mode: standalone)').matches
  return html`
    <div class="kept-notes">
      <p>
        Kept issues open when Panelkeep does not answer. Your progress and bookmarks are sent when the connection is
        back; the newest progress counts. Copies are removed when you log out, when another user logs in here, and when you may no longer
        read an issue.
      </p>
      ${!isInstalled && html`<${InstallNote} />`}
      ${!isInstalled && isSafari(navigator.userAgent) && html`<p>Safari deletes copies that were not used for seven days, unless Panelkeep is on the home screen.</p>`}
    </div>
  `
}

/** A button where the browser offers to install Panelkeep, else where to find this in its menu. */
function InstallNote() {
  const offer = installOffer.value
  const [asks, setAsks] = useState(false)
  if (offer === 'installed') return null
  if (!offer)
    return html`<p>To open Panelkeep like an app, choose Install or Add to Home Screen in the menu of your browser.</p>`
  const install = async () => {
    setAsks(true)
    await runWithToast(installApp)
    setAsks(false)
  }
  return html`
    <div class="kept-install">
      <p>Install Panelkeep to open it like an app.</p>
      <${Button} icon="download" busy=${asks} onClick=${install}>Install Panelkeep<//>
    </div>
  `
}

/** All browsers on iPhone and iPad are Safari inside. */
export const isSafari = (agent: string): boolean =>
  /iPhone|iPad/.test(agent) || (/Safari\//.test(agent) && !/Chrom(e|ium)\/|Android/.test(agent))

const APPS = html`
  <p>
    Without it, use a reading app that downloads issues: see <a href="/help/connect-an-app">Connect an app</a>.
  </p>
`

type WhyProps = { reason: 'user' | 'insecure' | 'browser' | 'untrusted'; refusal: string | undefined }

function Why({ reason, refusal }: WhyProps) {
  if (reason === 'user')
    return html`<${Empty} icon="lock" title="Downloads are not allowed" text="Ask the owner of this library to allow downloads." />`
  if (reason === 'browser')
    return html`
      <div class="kept-why">
        <p>This browser cannot keep issues here. Private windows and some older browsers store nothing for a page.</p>
        ${APPS}
      </div>
    `
  return html`
    <div class="kept-why">
      ${refusal && html`<p>${refusal}</p>`}
      <p>
        Browsers keep issues only for pages that are opened over HTTPS, with a certificate that the device trusts, or at
        localhost on the machine that runs Panelkeep. A dismissed certificate warning is not enough.
      </p>
      ${isOwner() && html`<p><a href="/settings#network">Set up HTTPS in Settings, Network</a></p>`}
      ${APPS}
    </div>
  `
}
