import { html, useEffect } from '../../html'
import { Button } from '../../parts/controls/button'
import { Icon, type IconName } from '../../parts/icons/icon'
import { Empty } from '../../parts/status/empty'
import { isReader, mayDownload } from '../../state/user'
import { useGround } from './input/use-screen'
import type { Fault } from './machine'

const LOOKS: Record<Fault, { icon: IconName; title: string }> = {
  missing: { icon: 'book-open', title: 'Issue not found' },
  damaged: { icon: 'image-off', title: 'This issue cannot be read' },
  away: { icon: 'drive', title: 'The disk does not answer' },
  text: { icon: 'book-open', title: 'This is a book of text' },
  lost: { icon: 'wifi-off', title: 'The connection is lost' },
  other: { icon: 'alert', title: 'The issue could not be opened' },
}
/** The sentence for readers, who cannot change files and settings. */
const FOR_READERS: Partial<Record<Fault, string>> = {
  damaged: 'Its file is damaged or gone. Ask the owner of this library.',
  away: 'Panelkeep tries again every few seconds.',
  lost: 'The issue opens when the connection is back.',
  other: 'Ask the owner of this library.',
}
const EVERY_MS = 4_000

/** Errors that a retry cannot fix. */
const FINAL: readonly Fault[] = ['missing', 'text']

export type OpenErrorProps = {
  why: Fault
  detail: string
  /** The file itself, for another app to open. */
  file: string | undefined
  onRetry: () => void
  onLeave: () => void
}

/** The reason why an issue does not open. A temporary error is retried automatically. */
export function OpenError({ why, detail, file, onRetry, onLeave }: OpenErrorProps) {
  useGround('dark')
  const passes = why === 'lost' || why === 'away'
  useEffect(() => {
    if (!passes) return
    const timer = setInterval(onRetry, EVERY_MS)
    addEventListener('online', onRetry)
    return () => {
      clearInterval(timer)
      removeEventListener('online', onRetry)
    }
  }, [passes])
  return html`
    <main class="reader reader-failed" data-ground="dark">
      <div role="alert">
        <${Empty} page ...${LOOKS[why]} text=${(isReader() && FOR_READERS[why]) || detail}>
          ${why === 'text' && file && mayDownload() && html`<${Download} file=${file} />`}
          ${!FINAL.includes(why) && html`<${Button} icon="refresh" onClick=${onRetry}>Try again<//>`}
          <${Button} kind=${why === 'missing' ? 'main' : 'plain'} onClick=${onLeave}>Go back<//>
        <//>
      </div>
    </main>
  `
}

/** A plain link with a file name, since the router would handle the address as a page. */
function Download({ file }: { file: string }) {
  const name = decodeURIComponent(file.split('/').at(-1) ?? '')
  return html`
    <a class="button" data-kind="main" href=${file} download=${name}><${Icon} name="download" /><span>Download the book</span></a>
  `
}
