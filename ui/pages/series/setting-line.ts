import { type ComponentChildren, html } from '../../html'

export type Direction = 'ltr' | 'rtl' | 'down'
export const DIRECTIONS: { value: Direction; label: string }[] = [
  { value: 'ltr', label: 'Left to right' },
  { value: 'rtl', label: 'Right to left' },
  { value: 'down', label: 'Down' },
]

export type SettingLineProps = { title: string; text: ComponentChildren; children?: ComponentChildren }

/** A setting of a series: its name, what it does, and its control. */
export function SettingLine({ title, text, children }: SettingLineProps) {
  return html`
    <div class="series-setting">
      <div><b>${title}</b><p>${text}</p></div>
      ${children}
    </div>
  `
}
