import { html, useState } from '../../../html'
import { BulkDialog } from '../../../panels/bulk/bulk-dialog'
import { ACTIONS, type BulkAction, seriesWords } from '../../../panels/bulk/bulk-words'
import { Button } from '../../../parts/controls/button'
import { Menu, type MenuItem } from '../../../parts/controls/menu'
import type { IconName } from '../../../parts/icons/icon'
import type { Picks } from '../../../parts/lists/picks'
import { PicksBar } from '../../../parts/lists/picks-bar'
import { numberWords } from '../../../parts/text/format'
import { MarkMenu } from './mark-menu'

const MENUS: readonly { title: string; icon: IconName; actions: readonly [BulkAction, IconName][] }[] = [
  {
    title: 'Monitor',
    icon: 'bookmark',
    actions: [
      ['monitor', 'bookmark'],
      ['unmonitor', 'pause'],
    ],
  },
  {
    title: 'Metadata',
    icon: 'tag',
    actions: [
      ['match', 'link'],
      ['refresh', 'refresh'],
      ['write_metadata', 'tag'],
    ],
  },
  {
    title: 'Files',
    icon: 'folder',
    actions: [
      ['rename', 'pencil'],
      ['convert', 'package'],
      ['move', 'move'],
    ],
  },
  {
    title: 'Reading',
    icon: 'book-open',
    actions: [
      ['mark_read', 'check'],
      ['mark_unread', 'undo'],
    ],
  },
]

/** The menu on a phone, which has room for one. */
const menus = () =>
  matchMedia('(max-width: 47.99rem)').matches
    ? [{ title: 'Actions', icon: 'more' as const, actions: MENUS.flatMap(({ actions }) => actions) }]
    : MENUS

/** The actions on the selected series. */
export type BulkBarProps = { picks: Picks; count: number }

export function BulkBar({ picks, count }: BulkBarProps) {
  const [action, setAction] = useState<BulkAction | undefined>(undefined)
  const many = picks.keys.size
  const all = many < count ? `Select all ${numberWords(count)}` : undefined
  const bar = { text: seriesWords(many), all, onAll: () => picks.all(count), onClear: picks.clear }
  const close = () => setAction(undefined)
  const begun = () => {
    close()
    picks.clear()
  }
  const itemOf = ([name, icon]: readonly [BulkAction, IconName]): MenuItem => {
    return { label: ACTIONS[name].label, icon, onPick: () => setAction(name) }
  }
  return html`
    <${PicksBar} ...${bar}>
      <${Button} kind="quiet" icon="search" onClick=${() => setAction('search')}>Search<//>
      ${menus().map(
        ({ title, icon, actions }) =>
          html`<${Menu} key=${title} title=${title} word=${title} icon=${icon} items=${actions.map(itemOf)} />`,
      )}
      <${MarkMenu} ids=${[...picks.keys]} />
      <${Button} kind="danger" icon="trash" onClick=${() => setAction('delete')}>Delete<//>
    <//>
    ${action && html`<${BulkDialog} key=${action} action=${action} ids=${[...picks.keys]} onBegun=${begun} onClose=${close} />`}
  `
}
