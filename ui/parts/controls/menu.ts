import './menu.css'
import { html, useId, useLayoutEffect, useRef, useState, type VNode } from '../../html'
import { Icon, type IconName } from '../icons/icon'

export type MenuItem = {
  label: string
  icon?: IconName
  href?: string
  /** Saves the target of the link as a file of this name. */
  download?: string
  danger?: boolean
  disabled?: boolean
  /** Draws a line above the entry. */
  apart?: boolean
  onPick?: () => unknown
}
/** Actions behind one button. `title` heads the sheet on phones and names the menu. */
export type MenuProps = {
  title: string
  icon?: IconName
  /** The text of the button; without one it shows its icon only. */
  word?: string
  /** Shown on the button in place of the icon, such as a picture. */
  face?: VNode
  /** A function creates the items when the menu opens, which matters for lists of a thousand menus. */
  items: readonly MenuItem[] | (() => readonly MenuItem[])
}

const STEP: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** On phones the list is a bottom sheet in the browser's top layer, independent of the button's position. */
const onPhone = () => matchMedia('(max-width: 47.99rem)').matches

/** Places the menu below its button, or above if only that fits. Otherwise the page scrolls. */
function placeList(list: HTMLElement | null | undefined): void {
  const button = list?.closest('.menu')?.getBoundingClientRect()
  if (!list || !button || onPhone()) return
  const { height } = list.getBoundingClientRect()
  list.toggleAttribute('data-up', button.bottom + height + EDGE > innerHeight && button.top - height - EDGE > 0)
  list.scrollIntoView({ block: 'nearest' })
}

/** The free space between a menu and the edge of the window, including the top bar. */
const EDGE = 72

export function Menu({ title, icon = 'more', word, face, items }: MenuProps) {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const layer = useRef<HTMLDivElement>(null)
  const id = useId()
  const entries = () => [...(box.current?.querySelectorAll<HTMLElement>('[role="menuitem"]:not(:disabled)') ?? [])]
  useLayoutEffect(() => {
    if (!open) return
    if (layer.current?.popover) layer.current.showPopover()
    placeList(box.current?.querySelector('.menu-list'))
    entries()[0]?.focus()
    const outside = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [open])
  const close = () => {
    setOpen(false)
    box.current?.querySelector('button')?.focus()
  }
  const keys = (event: KeyboardEvent) => {
    if (!open) return
    // A list around the menu must not handle the same keys.
    event.stopPropagation()
    const step = STEP[event.key]
    if (event.key === 'Escape') close()
    else if (event.key === 'Tab') setOpen(false)
    if (!step) return
    event.preventDefault()
    const all = entries()
    all[step(all.indexOf(document.activeElement as HTMLElement), all.length)]?.focus()
  }
  const pick = (item: MenuItem) => {
    close()
    item.onPick?.()
  }
  const label = word ? undefined : title
  return html`
    <div class="menu" ref=${box} onKeyDown=${keys}>
      <${MenuButton}
        icon=${icon}
        word=${word}
        face=${face}
        label=${label}
        open=${open}
        id=${id}
        onClick=${() => setOpen(!open)}
      />
      ${
        open &&
        html`
        <div class="menu-layer" ref=${layer} popover=${onPhone() ? 'manual' : undefined}>
        <div class="menu-scrim" onClick=${close}></div>
        <div class="menu-list" role="menu" id=${id} aria-label=${title}>
          <p class="menu-title" aria-hidden="true">${title}</p>
          ${(typeof items === 'function' ? items() : items).map((item) => html`<${MenuLine} key=${item.label} item=${item} onPick=${() => pick(item)} />`)}
        </div>
        </div>
      `
      }
    </div>
  `
}

type MenuButtonProps = Pick<MenuProps, 'word' | 'face'> & {
  icon: IconName
  label?: string
  open: boolean
  id: string
  onClick: () => void
}

function MenuButton({ icon, word, face, label, open, id, onClick }: MenuButtonProps) {
  return html`
    <button
      class="button"
      type="button"
      data-kind=${word ? 'plain' : 'quiet'}
      data-bare=${!word || undefined}
      aria-haspopup="menu"
      aria-expanded=${open}
      aria-controls=${open ? id : undefined}
      aria-label=${label}
      title=${label}
      onClick=${onClick}
    >
      ${face ?? html`<${Icon} name=${icon} />`}${word && html`<span>${word}</span>`}
    </button>
  `
}

function MenuLine({ item, onPick }: { item: MenuItem; onPick: () => void }) {
  const shared = {
    class: 'menu-line',
    role: 'menuitem',
    tabIndex: -1,
    'data-danger': item.danger || undefined,
    'data-apart': item.apart || undefined,
    onClick: onPick,
  }
  const inside = html`${item.icon && html`<${Icon} name=${item.icon} />`}<span>${item.label}</span>`
  if (item.href) return html`<a ...${shared} href=${item.href} download=${item.download}>${inside}</a>`
  return html`<button type="button" ...${shared} disabled=${item.disabled}>${inside}</button>`
}
