import { html } from '../../html'
import { Button } from '../../parts/controls/button'
import { Empty } from '../../parts/status/empty'

/** What stands where nothing is being fetched, and where to go from there. */
export function NothingMoves({ icon, title, text }: { icon: 'download' | 'check'; title: string; text: string }) {
  return html`
    <${Empty} icon=${icon} title=${title} text=${text}>
      <${Button} icon="bookmark" href="/wanted">Go to what is wanted<//>
      <${Button} kind="quiet" href="/activity/timeline">See what happened<//>
    <//>
  `
}
