import { html, type VNode } from '../../html'

/** A path that wraps behind its separators, before it breaks in the middle of a name. */
export function breakable(path: string): (VNode | string)[] {
  return path.split(/(?<=[\\/])/).flatMap((part, at) => (at === 0 ? [part] : [html`<wbr />` as VNode, part]))
}
