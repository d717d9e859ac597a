import { html, useRef, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { Avatar } from '../../parts/icons/avatar'
import { showToast } from '../../state/toasts'
import type { Account, ChangeAccount } from './account-rows'
import { CropDialog } from './crop-dialog'

type PictureRowProps = { account: Account; busy: boolean; error?: string; change: ChangeAccount }

/** Chooses a picture and the square of it that is shown. */
export function PictureRow({ account, busy, error, change }: PictureRowProps) {
  const [image, setImage] = useState<ImageBitmap | undefined>(undefined)
  const box = useRef<HTMLInputElement>(null)
  const read = async () => {
    const file = box.current?.files?.[0]
    if (!file) return
    try {
      setImage(await createImageBitmap(file))
    } catch {
      showToast(`${file.name} is not a picture that this browser can open.`, { kind: 'error' })
    }
    // The same file can be chosen again.
    if (box.current) box.current.value = ''
  }
  const use = async (picture: string) => {
    if (await change({ picture })) setImage(undefined)
  }
  const crop = image && { image, busy, error, onPicture: use, onClose: () => setImage(undefined) }
  return html`
    <div class="account-picture">
      <${Avatar} name=${account.name} colour=${account.colour} picture=${account.picture} size="large" />
      <input ref=${box} type="file" accept="image/*" hidden aria-label="Picture" onChange=${read} />
      <${Button} icon="image" onClick=${() => box.current?.click()}>Choose a picture<//>
      ${account.picture && html`<${Button} kind="quiet" busy=${busy} onClick=${() => change({ picture: null })}>Remove<//>`}
    </div>
    ${crop && html`<${CropDialog} ...${crop} />`}
  `
}
