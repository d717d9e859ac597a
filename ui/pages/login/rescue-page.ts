import './login.css'
import './rescue.css'
import { call } from '../../api/client'
import type { Reply } from '../../api/contract'
import { useQuery } from '../../api/query'
import { html, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { Switch } from '../../parts/controls/field'
import { Confirm } from '../../parts/dialogs/dialog'
import { useBusy } from '../../state/use-busy'
import { RescueBackups } from './rescue-backups'
import { ShopScene } from './scene'
import { useReturn } from './use-return'

const DARK = { name: 'Panelkeep', light: false, comics: false, manga: false, tablet: false, waves: false, open: false }

const START_OVER = [
  'The damaged database is set aside among the backups, your settings stay, and your comics are not touched.',
  'Scan your folders afterwards to fill the library again.',
].join(' ')

type RescueReport = Reply<'GET /api/rescue'>

export function RescuePage() {
  const { data, error } = useQuery('GET /api/rescue')
  const [isBegun, setBegun] = useState(false)
  useReturn(isBegun)
  return html`
    <${ShopScene} shop=${{ ...DARK, light: isBegun }}>
      ${
        isBegun &&
        html`
          <section class="login-form" role="status">
            <h1>Opening again</h1>
            <p class="login-lead">Panelkeep is starting. This page opens when it is ready.</p>
          </section>
        `
      }
      ${!isBegun && data && html`<${Choosing} found=${data} onBegun=${() => setBegun(true)} />`}
      ${!isBegun && error && html`<p class="login-wrong" role="alert">${error.message}</p>`}
    <//>
  `
}

function Choosing({ found, onBegun }: { found: RescueReport; onBegun: () => void }) {
  const { backups, problem, database, folder } = found
  const [picked, setPicked] = useState(backups.find(({ ok }) => ok)?.backup_id)
  const [withSettings, setWithSettings] = useState(false)
  const [asksAnew, setAsksAnew] = useState(false)
  const { busy, wrong, run } = useAction(onBegun)
  const restore = () =>
    run(() => call('POST /api/rescue/restore', { body: { backup_id: picked ?? '', with_settings: withSettings } }))
  const anew = () => {
    setAsksAnew(false)
    return run(() => call('POST /api/rescue/anew'))
  }
  const chosen = backups.find(({ backup_id }) => backup_id === picked)
  const confirm = {
    open: asksAnew,
    title: 'Begin with an empty library?',
    text: START_OVER,
    action: 'Begin with an empty library',
    danger: true,
    onConfirm: anew,
    onClose: () => setAsksAnew(false),
  }
  return html`
    <section class="login-form rescue">
      <h1>The library is damaged</h1>
      <p class="login-lead">Panelkeep could not open its database and left it as it was. Your comics and your settings were not touched.</p>
      <details class="rescue-problem">
        <summary>What is wrong with it</summary>
        <p><code>${problem}</code></p>
        <p>The file is <code>${database}</code>.</p>
      </details>
      ${
        backups.length > 0
          ? html`
            <${RescueBackups}
              backups=${backups}
              picked=${picked}
              onPick=${setPicked}
            />
          `
          : html`<p>There are no backups in <code>${folder}</code>.</p>`
      }
      ${chosen?.has_settings && html`<${Switch} label="Take the settings of that time too" on=${withSettings} onChange=${setWithSettings} />`}
      ${wrong && html`<p class="login-wrong" role="alert">${wrong}</p>`}
      <div class="rescue-actions">
        ${chosen && html`<${Button} kind="main" size="large" busy=${busy} onClick=${restore}>Restore this backup<//>`}
        <${Button} kind=${chosen ? 'quiet' : 'main'} disabled=${busy} onClick=${() => setAsksAnew(true)}>Begin with an empty library<//>
      </div>
      <p class="login-foot">Whatever you choose, the damaged database is kept beside the backups.</p>
      <${Confirm} ...${confirm} />
    </section>
  `
}

/** Runs one action at a time and shows its error. */
function useAction(onDone: () => void) {
  const { busy, run: runOnce } = useBusy()
  const [wrong, setWrong] = useState<string | undefined>(undefined)
  const run = (work: () => Promise<unknown>) => {
    const begin = async () => {
      setWrong(undefined)
      await work()
      onDone()
    }
    return runOnce(begin, { onFailure: setWrong })
  }
  return { busy, wrong, run }
}
