import { type ComponentChildren, html } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { countWords } from '../../../parts/text/format'
import type { FullScreen } from '../input/use-screen'
import type { Neighbour, ReadIssue } from '../wire'
import type { Controls } from './use-controls'

export type TopBarProps = {
  issue: ReadIssue
  controls: Controls
  full: FullScreen
  marked: boolean
  onLeave: () => void
  onMark: () => void
  onView: () => void
}

export function TopBar({ issue, controls, full, marked, onLeave, onMark, onView }: TopBarProps) {
  const { series_name, label, title, list } = issue
  const small = list ? `${list.position} of ${list.count} in ${list.name}` : title
  return html`
    <header class="reader-bar reader-top" ...${controls.bar}>
      <${Button} kind="quiet" icon="arrow-left" label="Leave" onClick=${onLeave} />
      <h1><span>${series_name} ${label}</span>${small && html`<small>${small}</small>`}</h1>
      <${Button} kind="quiet" icon="bookmark" pressed=${marked} label=${marked ? 'Remove the bookmark' : 'Bookmark this page'} onClick=${onMark} />
      <${Button} kind="quiet" icon="settings" label="How it is shown" onClick=${onView} />
      ${
        full.can &&
        html`
          <${Button}
            kind="quiet"
            icon=${full.on ? 'minimize' : 'maximize'}
            label=${full.on ? 'Leave full screen' : 'Full screen'}
            onClick=${full.toggle}
          />
        `
      }
    </header>
  `
}

export type BottomBarProps = {
  issue: ReadIssue
  controls: Controls
  words: string
  rightToLeft: boolean
  thumbs: boolean
  onThumbs: () => void
  onGoto: () => void
  onIssue: (issue: Neighbour) => void
  bookmarks: number
  onBookmarks: () => void
  /** The page slider, with the thumbnails above. */
  slider: ComponentChildren
  children?: ComponentChildren
}

export function BottomBar(props: BottomBarProps) {
  const {
    issue,
    controls,
    words,
    rightToLeft,
    thumbs,
    onThumbs,
    onGoto,
    onIssue,
    bookmarks,
    onBookmarks,
    slider,
    children,
  } = props
  const previous = html`<${Step} icon=${rightToLeft ? 'skip-forward' : 'skip-back'} word="Before" other=${issue.previous} onIssue=${onIssue} />`
  const next = html`<${Step} icon=${rightToLeft ? 'skip-back' : 'skip-forward'} word="Next" other=${issue.next} onIssue=${onIssue} />`
  return html`
    <footer class="reader-bar reader-bottom" ...${controls.bar}>
      ${children}
      <div class="reader-controls">
      <div class="reader-line">
        ${rightToLeft ? next : previous}
        ${slider}
        ${rightToLeft ? previous : next}
      </div>
      <div class="reader-foot">
        <button class="reader-count" type="button" title="Go to a page" onClick=${onGoto}>${words}</button>
        <${Button} kind="quiet" icon="pages" label="All pages" pressed=${thumbs} onClick=${onThumbs} />
          ${bookmarks > 0 && html`<button class="reader-count" type="button" onClick=${onBookmarks}>${countWords(bookmarks, 'bookmark')}</button>`}
      </div>
      </div>
    </footer>
  `
}

type StepProps = {
  icon: 'skip-back' | 'skip-forward'
  word: string
  other: Neighbour | null
  onIssue: (issue: Neighbour) => void
}

function Step({ icon, word, other, onIssue }: StepProps) {
  const label = other ? `${word}: ${other.label}` : `${word}: none`
  return html`<${Button} kind="quiet" icon=${icon} label=${label} disabled=${!other} onClick=${() => other && onIssue(other)} />`
}
