import { ApiError, request } from '../../../api/client'
import { html } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { useRunWithToast } from '../../../state/run-with-toast'

/** Downloads a file that helps others to analyse a problem. */
export function SupportBundle() {
  const { busy, perform } = useRunWithToast()
  const make = () => perform(async () => downloadFile(await made()), 'The support bundle is saved with your downloads.')
  return html`
    <section class="system-section">
      <h2>Get help</h2>
      <div class="system-bar">
        <p>A support bundle describes this installation in counts and versions, without names, folders, addresses or keys.</p>
        <${Button} icon="package" busy=${busy} onClick=${make}>Make a support bundle<//>
      </div>
    </section>
  `
}

async function made(): Promise<{ name: string; file: Blob }> {
  const { url, init } = request('POST /api/system/support-bundle', {})
  const response = await fetch(url, init)
  if (!response.ok) {
    const { detail } = (await response.json().catch(() => ({}))) as { detail?: string }
    throw new ApiError(response.status, detail ?? 'The support bundle could not be made.')
  }
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return { name: name ?? 'support-bundle.zip', file: await response.blob() }
}

function downloadFile({ name, file }: { name: string; file: Blob }): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
