import './moving.css'
import { useLocation } from 'preact-iso'
import { useQuery } from '../../api/query'
import { html, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { ErrorLook } from '../../parts/status/error-look'
import { Skeleton } from '../../parts/status/skeleton'
import { MovePreview } from './preview'
import { MoveReport } from './report'
import { RunProgress } from './run-progress'
import { SourceForm } from './source-form'
import { useMove } from './use-move'
import { isMigrating } from './wire'

/** Migration from Mylar, Kapowarr, Komga or Kavita: the source, the preview, the run and the result. */
export function MoveInPage() {
  const { data, error, reload, poll } = useQuery('GET /api/system/migration/progress')
  const [again, setAgain] = useState(false)
  return html`
    <div class="moving">
      <header class="moving-head"><h1>Move in</h1></header>
      ${!data && error && html`<${ErrorLook} what="The move could not be loaded" detail=${error.detail} onRetry=${reload} />`}
      ${!data && !error && html`<${Skeleton} kind="rows" label="Loading the move" />`}
      ${data && isMigrating(data) && html`<${RunProgress} progress=${data} poll=${poll} />`}
      ${data && !isMigrating(data) && (data.status === 'idle' || again) && html`<${Begin} onStarted=${() => setAgain(false)} reload=${reload} />`}
      ${data && !isMigrating(data) && data.status !== 'idle' && !again && html`<${MoveReport} progress=${data} onAgain=${() => setAgain(true)} poll=${poll} />`}
    </div>
  `
}

function Begin({ onStarted, reload }: { onStarted: () => void; reload: () => void }) {
  const { query } = useLocation()
  const move = useMove(query.path ?? '')
  const start = async () => {
    if (!(await move.start())) return
    reload()
    onStarted()
  }
  return html`
    <p class="moving-lead">Series, issues, history, lists and settings are copied into Panelkeep. The other program and its files stay as they are, so nothing is lost if you change your mind.</p>
    <${SourceForm} path=${move.path} busy=${move.looking} looked=${move.preview !== undefined} error=${move.error} onPath=${move.setPath} onLook=${move.look} />
    ${
      move.preview &&
      html`
        <${MovePreview} preview=${move.preview} mappings=${move.mappings} choiceOf=${move.choiceOf} onMap=${move.map} onChoose=${move.choose} />
        <div class="moving-start">
          <${Button} kind="main" size="large" icon="import" busy=${move.starting} onClick=${start}>${`Move in from ${move.preview.source_label}`}<//>
          <p>A backup is made first. Automatic searches wait until you have reviewed what would be wanted.</p>
        </div>
      `
    }
  `
}
