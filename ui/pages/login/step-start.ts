import { useLocation } from 'preact-iso'
import { useQuery } from '../../api/query'
import { html } from '../../html'
import { Button } from '../../parts/controls/button'
import { Icon, type IconName } from '../../parts/icons/icon'

/** The choice between a new library and a migration. Programs found on this machine are offered first. */
export function StepStart({ onDone }: { onDone: () => void }) {
  const { route } = useLocation()
  const { data } = useQuery('GET /api/system/migration/places')
  const moveIn = (path = '') => route(path ? `/move-in?path=${encodeURIComponent(path)}` : '/move-in')
  const places = data?.places ?? []
  return html`
    <div class="login-form">
      <h1>Start fresh or move in?</h1>
      <p class="login-lead">Coming from Mylar, Kapowarr, Komga or Kavita? Panelkeep copies your series, history, lists and settings, and leaves the old program as it is.</p>
      ${places.map(
        ({ path, source_label }) => html`
          <${Choice}
            key=${path}
            icon="import"
            title=${`Move in from ${source_label}`}
            text=${`Found in ${path}`}
            onPick=${() => moveIn(path)}
          />
        `,
      )}
      <${Choice} icon="library" title="Start fresh" text="Choose the folders with your comics and manga" onPick=${onDone} />
      <${Button} kind="quiet" onClick=${() => moveIn()}>${places.length > 0 ? 'Move in from another folder' : 'Move in from another program'}<//>
    </div>
  `
}

type ChoiceProps = { icon: IconName; title: string; text: string; onPick: () => void }

function Choice({ icon, title, text, onPick }: ChoiceProps) {
  return html`
    <button class="login-folder" type="button" onClick=${onPick}>
      <${Icon} name=${icon} />
      <span><b>${title}</b><small>${text}</small></span>
      <${Icon} name="chevron-right" size="small" />
    </button>
  `
}
