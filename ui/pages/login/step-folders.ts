import { useLocation } from 'preact-iso'
import { useQuery } from '../../api/query'
import { LibraryFolders } from '../../forms/library-folders'
import type { OptionForm } from '../../forms/option-form'
import { html } from '../../html'
import { Button } from '../../parts/controls/button'
import { Icon } from '../../parts/icons/icon'
import type { SetupChoices } from './setup'

type StepFoldersProps = { now: SetupChoices; form: OptionForm | undefined; onDone: () => void }

/**
 * The folders are saved as they are chosen, so that the setup can be left at any time. Programs found on this machine
 * are offered first.
 */
export function StepFolders({ now, form, onDone }: StepFoldersProps) {
  const { route } = useLocation()
  const places = useQuery('GET /api/system/migration/places').data?.places ?? []
  const any = now.comics.length + now.manga.length > 0
  return html`
    <div class="login-form">
      <h1>Where are your comics?</h1>
      <p class="login-lead">Choose the folders on this computer that hold your collection. Nothing in them is changed.</p>
      ${places.map(({ path, source_label }) => html`<${Place} key=${path} path=${path} label=${source_label} onPick=${() => route(`/move-in?path=${encodeURIComponent(path)}`)} />`)}
      ${form && html`<${LibraryFolders} form=${form} />`}
      <p class="login-foot">
        Coming from Mylar, Kapowarr, Komga or Kavita? <a href="/move-in">Move in</a> with your series, history, lists and
        settings.
      </p>
      <div class="login-actions">
        <${Button} kind=${any ? 'main' : 'plain'} size="large" onClick=${onDone}>${any ? 'Continue' : 'Skip'}<//>
      </div>
    </div>
  `
}

type PlaceProps = { path: string; label: string; onPick: () => void }

/** A program found on this machine. */
function Place({ path, label, onPick }: PlaceProps) {
  return html`
    <button class="login-folder" type="button" onClick=${onPick}>
      <${Icon} name="import" />
      <span><b>Move in from ${label}</b><small>Found in ${path}</small></span>
      <${Icon} name="chevron-right" size="small" />
    </button>
  `
}
