import { html } from '../html'
import { Dialog } from '../parts/dialogs/dialog'
import { guide } from './guide'
import { GuideText } from './guide-text'

/** One heading of the guide over a page that must not be left. `place` is `chapter#heading`. */
export type GuideSheetProps = { place: string; onClose: () => void }

export function GuideSheet({ place, onClose }: GuideSheetProps) {
  const [name, anchor] = place.split('#')
  const sections = guide.find((one) => one.name === name)?.sections ?? []
  const at = sections.findIndex((one) => one.anchor === anchor)
  const end = sections.findIndex(({ level }, index) => index > at && level < 3)
  const [first, ...below] = sections.slice(at, end < 0 ? undefined : end)
  if (!first) return null
  return html`
    <${Dialog} open kind="sheet" title=${first.title} onClose=${onClose}>
      <${GuideText} linkless section=${{ ...first, level: 1 }} />
      ${below.map((section) => html`<${GuideText} key=${section.anchor} linkless section=${section} />`)}
    <//>
  `
}
