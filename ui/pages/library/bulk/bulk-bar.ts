import { ErrorBoundary, lazy, useLocation } from 'preact-iso'
import { type Component, html, useState } from '../../../html'
import type { BulkDialogProps } from '../../../panels/bulk/bulk-dialog'
import { ACTIONS, type BulkAction, seriesWords } from '../../../panels/bulk/bulk-words'
import { Button } from '../../../parts/controls/button'
import { Menu, type MenuItem } from '../../../parts/controls/menu'
import type { IconName } from '../../../parts/icons/icon'
import type { Picks } from '../../../parts/lists/picks'
import { PicksBar } from '../../../parts/lists/picks-bar'
import { numberWords } from '../../../parts/text/format'
import { EDIT_TABLE, editTableLabel, MOST_EDITED, storeEditSelection } from '../../../state/edit-selection'
import { MarkMenu } from './mark-menu'

/** Loaded with the first action, since the library needs no dialog to show its covers. */
const BulkDialog: Component<BulkDialogProps> = lazy(() =>
  import('../../../panels/bulk/bulk-dialog').then((m) => m.BulkDialog),
)

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

/** Phones and tablets have room for one menu only. */
const isNarrow = () => matchMedia('(max-width: 61.99rem)').matches

const menus = () =>
  isNarrow() ? [{ title: 'Actions', icon: 'more' as const, actions: MENUS.flatMap(({ actions }) => actions) }] : MENUS

/** The actions on the selected series. */
export type BulkBarProps = { picks: Picks; count: number }

export function BulkBar({ picks, count }: BulkBarProps) {
  const { route, url } = useLocation()
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
  const edit = () => {
    storeEditSelection({ of: 'series', ids: [...picks.keys], title: seriesWords(many), from: 'Library', back: url })
    route(EDIT_TABLE)
  }
  const table: MenuItem = { label: editTableLabel(many), icon: 'pencil', disabled: many > MOST_EDITED, onPick: edit }
  const itemsOf = ({ title, actions }: (typeof MENUS)[number]) =>
    title === 'Actions'
      ? [table, ...actions.map(itemOf), { ...itemOf(['delete', 'trash']), danger: true, apart: true }]
      : title === 'Metadata'
        ? [table, ...actions.map(itemOf)]
        : actions.map(itemOf)
  return html`
    <${PicksBar} ...${bar}>
      <${Button} kind="quiet" icon="search" onClick=${() => setAction('search')}>Search<//>
      ${menus().map(
        (menu) =>
          html`<${Menu} key=${menu.title} title=${menu.title} word=${menu.title} icon=${menu.icon} items=${itemsOf(menu)} />`,
      )}
      <${MarkMenu} ids=${[...picks.keys]} />
      ${!isNarrow() && html`<${Button} kind="danger" icon="trash" onClick=${() => setAction('delete')}>Delete<//>`}
    <//>
    ${action && html`<${ErrorBoundary}><${BulkDialog} key=${action} action=${action} ids=${[...picks.keys]} onBegun=${begun} onClose=${close} /><//>`}
  `
}
