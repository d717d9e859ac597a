import { html, type VNode } from '../../html'
import { isolated } from './isolated'

/** A path that wraps behind its separators, before it breaks in the middle of a name. */
export function breakable(path: string): (VNode | string)[] {
  return path.split(/(?<=[\\/])/).flatMap((part, at) => {
    const words = [isolated(part)].flat()
    return at === 0 ? words : [html`<wbr />` as VNode, ...words]
  })
}
