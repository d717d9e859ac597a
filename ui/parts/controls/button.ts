import './button.css'
import { type ComponentChildren, html } from '../../html'
import { Icon, type IconName } from '../icons/icon'

export type ButtonProps = {
  /** `main` is the one main action of a screen, `plain` the usual kind, `quiet` has no background, `danger` deletes. */
  kind?: 'main' | 'plain' | 'quiet' | 'danger'
  size?: 'small' | 'large'
  icon?: IconName
  /** Names a button that shows only its icon. */
  label?: string
  /** A link styled as a button. */
  href?: string
  type?: 'button' | 'submit'
  busy?: boolean
  disabled?: boolean
  pressed?: boolean
  autofocus?: boolean
  onClick?: (event: MouseEvent) => unknown
  children?: ComponentChildren
}

export function Button(props: ButtonProps) {
  const {
    kind = 'plain',
    size,
    icon,
    label,
    href,
    type = 'button',
    busy,
    disabled,
    pressed,
    autofocus,
    onClick,
  } = props
  const bare = props.children === undefined
  // A disabled button would lose the focus, so a busy one ignores clicks instead.
  const press = busy ? (event: MouseEvent) => event.preventDefault() : onClick
  const shared = {
    class: 'button',
    'data-kind': kind,
    'data-size': size,
    'data-bare': bare || undefined,
    'aria-label': label,
    title: bare ? label : undefined,
    onClick: press,
  }
  const inside = html`
    ${busy ? html`<span class="button-busy" aria-hidden="true"></span>` : icon && html`<${Icon} name=${icon} />`}
    ${!bare && html`<span>${props.children}</span>`}
  `
  if (href) return html`<a ...${shared} href=${href}>${inside}</a>`
  return html`
    <button ...${shared} type=${type} disabled=${disabled} aria-disabled=${busy || undefined} aria-busy=${busy} aria-pressed=${pressed} autofocus=${autofocus}>
      ${inside}
    </button>
  `
}
