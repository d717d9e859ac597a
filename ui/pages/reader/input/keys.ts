import { hasModifier } from '../../../parts/controls/modifier-keys'
import type { Direction } from '../stage/pan'

/** Keys and their commands. Pure. */

export type Command =
  | 'next'
  | 'back'
  | 'step'
  | 'step-back'
  | 'down'
  | 'up'
  | 'first'
  | 'last'
  | 'full'
  | 'mode'
  | 'direction'
  | 'shift'
  | 'guided'
  | 'bigger'
  | 'smaller'
  | 'unzoom'
  | 'bookmark'
  | 'goto'
  | 'pages'
  | 'grid'
  | 'next-issue'
  | 'previous-issue'
  | 'help'
  | 'leave'

export type Press = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

const ALWAYS: Record<string, Command> = {
  PageDown: 'step',
  PageUp: 'step-back',
  Home: 'first',
  End: 'last',
  ArrowDown: 'down',
  ArrowUp: 'up',
  f: 'full',
  m: 'mode',
  d: 'direction',
  s: 'shift',
  v: 'guided',
  b: 'bookmark',
  g: 'goto',
  t: 'pages',
  a: 'grid',
  n: 'next-issue',
  p: 'previous-issue',
  '+': 'bigger',
  '=': 'bigger',
  '-': 'smaller',
  '0': 'unzoom',
  '?': 'help',
  Escape: 'leave',
}

/** The command of a key. In a strip, left and right follow the reading direction. */
export function commandOf(press: Press, { direction, strip }: { direction: Direction; strip: boolean }) {
  if (hasModifier(press)) return undefined
  const { key } = press
  if (key === ' ') return press.shiftKey ? 'step-back' : 'step'
  if (key === 'ArrowRight' || key === 'ArrowLeft') {
    const on = (key === 'ArrowRight') !== (direction === 'rtl' && !strip)
    if (strip) return on ? 'step' : 'step-back'
    return on ? 'next' : 'back'
  }
  return ALWAYS[key.length === 1 ? key.toLowerCase() : key]
}

/** Every key in words, for the page that explains them. */
export const KEY_WORDS: readonly (readonly [keys: string, does: string])[] = [
  ['← →', 'Turn the page, in the reading direction'],
  ['Space', 'Read on; Shift and Space read back'],
  ['↑ ↓', 'Move the page up and down'],
  ['Home End', 'First page, last page'],
  ['G', 'Go to a page'],
  ['T A', 'All pages as thumbnails, in a row or a grid'],
  ['B', 'Bookmark this page'],
  ['N P', 'Next issue, previous issue'],
  ['V', 'Panel by panel, or whole pages'],
  ['M', 'Single pages, double pages, strip'],
  ['D', 'Reading direction'],
  ['S', 'Move the pairs by one page'],
  ['+ − 0', 'Zoom in, out, and back'],
  ['F', 'Full screen'],
  ['Esc', 'Leave'],
]
