import { html } from '../../html'
import { Button } from '../../parts/controls/button'
import { Empty } from '../../parts/status/empty'

/** The empty view of a list of downloads, with links. */
export function NothingMoves({ icon, title, text }: { icon: 'download' | 'check'; title: string; text: string }) {
  return html`
    <${Empty} icon=${icon} title=${title} text=${text}>
      <${Button} icon="bookmark" href="/wanted">Go to Wanted<//>
      <${Button} kind="quiet" href="/activity/history/timeline">Timeline<//>
    <//>
  `
}
