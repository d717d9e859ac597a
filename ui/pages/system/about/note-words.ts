import { html, type VNode } from '../../../html'

/** A line of the release notes; text between backticks is code. */
export function noteWords(text: string): (string | VNode)[] {
  return text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))
}
