import { useQuery } from '../../api/query'
import { html } from '../../html'
import { Button } from '../../parts/controls/button'
import { Icon } from '../../parts/icons/icon'
import { pauseSearching } from '../../state/searching'
import { useBusy } from '../../state/use-busy'
import { isManager } from '../../state/user'

/** Whether searching is paused; undefined until loaded. */
export function usePaused(): boolean | undefined {
  const { data } = useQuery('GET /api/config')
  return data && data.searching_paused === true
}

/** The notice that automatic searches are paused, with the button to resume them. */
export function PausedLine() {
  const { busy, run } = useBusy()
  const resume = () => run(() => pauseSearching(false))
  return html`
    <div class="wanted-paused" role="status">
      <${Icon} name="pause" />
      <p><b>Searching is paused.</b> Nothing is searched for until ${isManager() ? 'the owner resumes' : 'you resume'} it; picking a release by hand still works.</p>
      ${!isManager() && html`<${Button} size="small" icon="play" busy=${busy} onClick=${resume}>Resume searching<//>`}
    </div>
  `
}

/** The notice that automatic searches wait for something else, a review after a migration for example. */
export function SearchesHeldLine() {
  const { data } = useQuery('GET /api/search/health')
  if (!data || data.gate.state === 'open' || data.gate.state === 'paused') return null
  return html`
    <div class="wanted-paused" role="status">
      <${Icon} name="pause" />
      <p><b>Automatic searches wait.</b> ${data.maintenance.reason}</p>
      <${Button} size="small" href="/system/acquisition">Open Acquisition<//>
    </div>
  `
}
