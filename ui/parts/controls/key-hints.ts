import './key-hints.css'
import { html } from '../../html'

/** Each key with its action. */
export type KeyHintsProps = { keys: readonly (readonly [key: string, does: string])[] }

/** A line of key hints, on wide screens, which likely have a keyboard. */
export function KeyHints({ keys }: KeyHintsProps) {
  return html`<p class="key-hints" aria-hidden="true">${keys.map(([key, does]) => html`<kbd>${key}</kbd> ${does} `)}</p>`
}
