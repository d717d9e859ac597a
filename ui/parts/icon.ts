import './icon.css'
import { html } from '../html'
import { drawings } from './drawings'

export type IconName = keyof typeof drawings
/** `label` names the icon for screen readers; without one it is decoration beside a word. */
export type IconProps = { name: IconName; label?: string; size?: 'small' | 'large' }

const inner = new Map<IconName, { __html: string }>()

function strokesOf(name: IconName): { __html: string } {
  const known = inner.get(name)
  if (known) return known
  const text = drawings[name]
  const strokes = { __html: text.slice(text.indexOf('>', text.indexOf('<svg')) + 1, text.lastIndexOf('</svg>')).trim() }
  inner.set(name, strokes)
  return strokes
}

export function Icon({ name, label, size }: IconProps) {
  const named = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': 'true' }
  return html`<svg class="icon" data-size=${size} viewBox="0 0 24 24" ...${named} dangerouslySetInnerHTML=${strokesOf(name)} />`
}
