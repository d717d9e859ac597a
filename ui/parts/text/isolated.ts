import { html, type VNode } from '../../html'

const LETTER = '\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc'
/** Words of a script that runs from right to left, with the signs between them. */
const RUN = new RegExp(`([${LETTER}](?:[^\\p{L}\\p{N}\\\\/()\\[\\]#]*[${LETTER}])*)`, 'u')

/** A text whose right-to-left names do not reorder the numbers and words beside them. */
export function isolated(text: string): string | (VNode | string)[] {
  const parts = text.split(RUN)
  if (parts.length === 1) return text
  return parts.flatMap((part, at): (VNode | string)[] =>
    at % 2 === 1 ? [html`<bdi>${part}</bdi>` as VNode] : part ? [part] : [],
  )
}
