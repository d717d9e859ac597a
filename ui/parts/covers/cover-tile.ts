import './cover-tile.css'
import { type ComponentChildren, html } from '../../html'
import { Icon } from '../icons/icon'

export type CoverTileProps = {
  at: number
  count: number
  /** Names the entry, for the button that picks it. */
  name: string
  /** Describes the entry for screen readers. */
  label: string
  /** The link; without it, `onOpen` handles the click. */
  href?: string
  onOpen?: () => unknown
  cover: ComponentChildren
  /** The lines below the cover. */
  children?: ComponentChildren
  /** Whether the tile is in the tab order. */
  here: boolean
  picked: boolean
  /** While picking, a click picks; otherwise it opens, and only the corner picks. */
  picking: boolean
  /** Without it the tile cannot be picked. */
  onPick?: (withShift: boolean) => unknown
  /** Overlays the cover; only its links and buttons take clicks. */
  over?: ComponentChildren
}

/** A cover on a wall: opens on click and Enter, is picked by its corner, by Space, or by Ctrl and click. */
export function CoverTile(props: CoverTileProps) {
  const { at, count, name, label, href, onOpen, cover, children, here, picked, picking, onPick, over } = props
  const click = (event: MouseEvent) => {
    const picks = picking || event.ctrlKey || event.metaKey || event.shiftKey
    if (!picks || !onPick) return onOpen?.()
    event.preventDefault()
    event.stopPropagation()
    onPick(event.shiftKey)
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && onOpen) onOpen()
    else if (event.key === ' ' && onPick) onPick(event.shiftKey)
    else return
    event.preventDefault()
  }
  const shared = {
    class: 'tile-link',
    'data-at': at,
    tabindex: here ? 0 : -1,
    'aria-label': picked ? `${label}, selected` : label,
    onClick: click,
    onKeyDown: keys,
  }
  const corner = (event: MouseEvent) => {
    event.stopPropagation()
    onPick?.(event.shiftKey)
  }
  const inside = html`<span class="tile-cover">${cover}</span>${children}`
  return html`
    <div class="tile" role="listitem" aria-setsize=${count} aria-posinset=${at + 1} data-picked=${picked || undefined} data-picking=${picking || undefined}>
      ${href ? html`<a ...${shared} href=${href} draggable=${false}>${inside}</a>` : html`<div ...${shared} role="button">${inside}</div>`}
      ${over && html`<span class="tile-over">${over}</span>`}
      ${
        onPick &&
        html`
          <button class="tile-pick" type="button" tabindex="-1" aria-label=${`Select ${name}`} aria-pressed=${picked} onClick=${corner}>
            <${Icon} name="check" size="small" />
          </button>
        `
      }
    </div>
  `
}

/** A placeholder for an entry that is still being loaded, in the final size. */
export function WaitingTile() {
  return html`<div class="tile" role="listitem" aria-busy="true"><span class="tile-wait"></span></div>`
}

/**
 * The thin line under a cover: the owned part of the series. The text has the same information. Without a share only
 * its place is kept: an empty line would say that nothing is owned.
 */
export function HaveLine({ share, whole }: { share: number | undefined; whole: boolean }) {
  return html`<span class="have-line" data-whole=${whole || undefined} aria-hidden="true">${share !== undefined && html`<i style=${{ '--share': share }}></i>`}</span>`
}

/** The reading progress on a cover. The text beside it has the same information. */
export function ReadLine({ share }: { share: number }) {
  return html`<span class="read-line" aria-hidden="true"><i style=${{ '--share': share }}></i></span>`
}
