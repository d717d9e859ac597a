import './icon.css'
import { html } from '../../html'
import { drawings } from './drawings'

export type IconName = keyof typeof drawings
/** `label` names the icon for screen readers; without one it is decoration beside a word. */
export type IconProps = { name: IconName; label?: string; size?: 'small' | 'large' }

export function Icon({ name, label, size }: IconProps) {
  const named = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': 'true' }
  return html`<svg class="icon" data-size=${size} viewBox="0 0 24 24" ...${named} dangerouslySetInnerHTML=${{ __html: drawings[name] }} />`
}
