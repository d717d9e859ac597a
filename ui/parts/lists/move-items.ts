import type { MenuItem } from '../controls/menu'

export type MoveItemsProps = { at: number; count: number; onMove: (to: number) => unknown }

/** The menu items that move a row in its list, for users who neither drag nor use keys. */
export function moveItems({ at, count, onMove }: MoveItemsProps): MenuItem[] {
  const last = count - 1
  return [
    ...(at > 1 ? [{ label: 'Move to the top', icon: 'arrow-up' as const, onPick: () => onMove(0) }] : []),
    ...(at > 0 ? [{ label: 'Move up', icon: 'chevron-up' as const, onPick: () => onMove(at - 1) }] : []),
    ...(at < last ? [{ label: 'Move down', icon: 'chevron-down' as const, onPick: () => onMove(at + 1) }] : []),
    ...(at < last - 1 ? [{ label: 'Move to the end', icon: 'arrow-down' as const, onPick: () => onMove(last) }] : []),
  ]
}
