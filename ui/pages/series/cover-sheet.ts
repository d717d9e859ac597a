import { call } from '../../api/client'
import type { Input, Reply } from '../../api/contract'
import { invalidate, useQuery } from '../../api/query'
import { html, useRef } from '../../html'
import { Button } from '../../parts/controls/button'
import { Cover } from '../../parts/covers/cover'
import { Dialog } from '../../parts/dialogs/dialog'
import { ErrorLook } from '../../parts/status/error-look'
import { Skeleton } from '../../parts/status/skeleton'
import { showToast } from '../../state/toasts'
import { useBusyWithAll } from '../../state/use-busy'
import { pictureData } from './picture-file'

type Choice = Reply<'GET /api/series/:comic_id/covers'>['chosen']
type CoverBody = Input<'PUT /api/series/:comic_id/cover'>['body']

export type CoverSheetProps = { comic_id: string; name: string; onClose: () => void }

const WIDTH = 120
const isSame = (one: Choice, other: Choice) => JSON.stringify(one) === JSON.stringify(other)

/** Chooses the cover of a series: automatic, a provider's, any issue's, or a picture file. Refreshes keep the choice. */
export function CoverSheet({ comic_id, name, onClose }: CoverSheetProps) {
  const { data, error, reload } = useQuery('GET /api/series/:comic_id/covers', { params: { comic_id } })
  const { busy, run } = useBusyWithAll()
  const input = useRef<HTMLInputElement>(null)
  const choose = (body: CoverBody): Promise<void> =>
    run(async () => {
      const { previous } = await call('PUT /api/series/:comic_id/cover', { params: { comic_id }, body })
      invalidate('GET /api/series')
      showToast('Cover changed.', { action: { label: 'Undo', run: () => choose({ choice: previous }) } })
    })
  const upload = async (event: Event) => {
    const box = event.currentTarget as HTMLInputElement
    const [file] = box.files ?? []
    box.value = ''
    if (!file) return
    const picture = await pictureData(file).catch(() => undefined)
    if (picture) await choose({ picture })
    else showToast('The file is not a picture that can be shown. Use JPEG, PNG or WebP.', { kind: 'error' })
  }
  const foot = html`
    <${Button} disabled=${busy || data?.chosen == null} onClick=${() => choose({ choice: null })}>Use the automatic cover<//>
    <${Button} kind="main" onClick=${onClose}>Done<//>
  `
  return html`
    <${Dialog} open kind="sheet" title=${`Cover of ${name}`} help="library#edit-details-and-covers" onClose=${onClose} foot=${foot}>
      ${!data && error && html`<${ErrorLook} what="The covers could not be loaded" detail=${error.detail} onRetry=${reload} />`}
      ${!data && !error && html`<${Skeleton} count=${4} label="Loading covers" />`}
      <div class="cover-file">
        <${Button} icon="image" disabled=${busy} onClick=${() => input.current?.click()}>Choose a picture file<//>
        <input
          ref=${input}
          class="unseen"
          type="file"
          accept="image/jpeg,image/png,image/webp"
          tabindex="-1"
          aria-label="Picture file"
          onChange=${upload}
        />
      </div>
      <div class="cover-options" role="group" aria-label="Covers">
        ${data?.options.map(
          ({ choice, label, image }) => html`
            <button
              key=${label + image}
              type="button"
              aria-pressed=${isSame(choice, data.chosen)}
              disabled=${busy}
              onClick=${() => choose({ choice })}
            >
              <${Cover} name=${name} src=${image} width=${WIDTH} />
              <span>${label}</span>
            </button>
          `,
        )}
      </div>
    <//>
  `
}
