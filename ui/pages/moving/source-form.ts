import { useQuery } from '../../api/query'
import { FolderDialog } from '../../forms/folder-dialog'
import { html, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { TextField } from '../../parts/controls/field'
import { Icon } from '../../parts/icons/icon'
import { breakable } from '../../parts/text/breakable'

export type SourceFormProps = {
  path: string
  busy: boolean
  /** Whether the preview of the folder is shown. */
  looked: boolean
  error: string | undefined
  onPath: (path: string) => void
  onLook: (path?: string) => unknown
}

/** The data folder of the other program: found on this machine, or chosen. */
export function SourceForm({ path, busy, looked, error, onPath, onLook }: SourceFormProps) {
  const { data } = useQuery('GET /api/system/migration/places')
  const [picking, setPicking] = useState(false)
  const submit = (event: Event) => {
    event.preventDefault()
    onLook()
  }
  const pick = (folder: string) => {
    setPicking(false)
    onLook(folder)
  }
  const places = data?.places ?? []
  return html`
    ${
      places.length > 0 &&
      html`
        <ul class="moving-places" aria-label="Found on this machine">
          ${places.map(
            (place) => html`
              <li key=${place.path}>
                <button class="moving-place" type="button" aria-pressed=${place.path === path} onClick=${() => onLook(place.path)}>
                  <${Icon} name="library" />
                  <span><b>${place.source_label}</b><small>${breakable(place.path)}</small></span>
                </button>
              </li>
            `,
          )}
        </ul>
      `
    }
    <form class="moving-form" onSubmit=${submit}>
      <${TextField}
        label="Data folder of the other program"
        hint="The folder that holds mylar.db, Kapowarr.db, database.sqlite (Komga) or kavita.db."
        value=${path}
        error=${error}
        code
        autocomplete="off"
        onInput=${onPath}
      />
      <div class="moving-form-does">
        <${Button} icon="folder-open" onClick=${() => setPicking(true)}>Browse<//>
        <${Button} kind=${looked ? 'plain' : 'main'} type="submit" busy=${busy} disabled=${path.trim() === ''}>Preview the migration<//>
      </div>
    </form>
    ${picking && html`<${FolderDialog} title="Choose the data folder" start=${path || undefined} onPick=${pick} onClose=${() => setPicking(false)} />`}
  `
}
