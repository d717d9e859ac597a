import { useLocation } from 'preact-iso'
import { html } from '../../html'
import { Button } from '../../parts/controls/button'
import { Menu, type MenuItem } from '../../parts/controls/menu'
import type { Picks } from '../../parts/lists/picks'
import { PicksBar } from '../../parts/lists/picks-bar'
import { countWords } from '../../parts/text/format'
import { EDIT_TABLE, editTableLabel, MOST_EDITED, storeEditSelection } from '../../state/edit-selection'
import { addToReadingList } from '../../state/reading-lists'
import { addToStoryArc } from '../../state/story-arcs'
import { useBusy } from '../../state/use-busy'
import { isReader } from '../../state/user'
import { convertible } from './files/convert-sheet'
import { type IssueIntent, saveIntents } from './intents'
import type { IssueCard } from './issue-card'
import { markRead } from './read-marks'
import type { OpenSeriesSheet } from './sheets'

export type PickedIssuesProps = {
  /** The name of the series. */
  name: string
  picked: readonly IssueCard[]
  picks: Picks
  count: number
  reload: () => void
  onSheet: OpenSeriesSheet
}

/** The actions for several issues at once. */
export function PickedIssues({ name, picked, picks, count, reload, onSheet }: PickedIssuesProps) {
  const { doing, run: runOnce } = useBusy()
  const { route, url } = useLocation()
  const missing = picked.filter((card) => !card.owned)
  const run = (move: IssueIntent) =>
    runOnce(
      async () => {
        const whole = await saveIntents(move, missing)
        reload()
        if (whole) picks.clear()
      },
      { name: move },
    )
  const here = picked.length - missing.length
  const text = countWords(picked.length, 'issue') + (here > 0 ? `, ${here} owned` : '')
  const all = picked.length < count ? `Select all ${count}` : undefined
  const bar = { text, all, onAll: () => picks.all(count), onClear: picks.clear }
  if (isReader()) {
    const items = [listItem({ name, picked, picks }), ...markItems({ name, picked, picks })]
    return html`<${PicksBar} ...${bar}><${Menu} title="More for the selection" word="Actions" icon="more" items=${items} /><//>`
  }
  const edit = () => {
    const title = `${countWords(picked.length, 'issue')} of ${name}`
    storeEditSelection({ of: 'issues', ids: picked.map(({ id }) => id), title, from: name, back: url })
    route(EDIT_TABLE)
  }
  const idle = missing.length === 0 || doing !== undefined
  const items = moreOf({
    name,
    picked,
    picks,
    onSheet,
    onIgnore: missing.length > 0 ? () => run('ignore') : undefined,
    onEdit: edit,
  })
  return html`
    <${PicksBar} ...${bar}>
      <${Button} kind="quiet" icon="bookmark" busy=${doing === 'want'} disabled=${idle} onClick=${() => run('want')}>Want<//>
      <${Button} kind="quiet" icon="minus" busy=${doing === 'skip'} disabled=${idle} onClick=${() => run('skip')}>Skip<//>
      <${Menu} title="More for the selection" items=${items} />
    <//>
  `
}

type Picked = Pick<PickedIssuesProps, 'name' | 'picked' | 'picks'>

function listItem({ name, picked, picks }: Picked): MenuItem {
  const list = async () => {
    await addToReadingList(picked.map(({ id, label }) => ({ id, label: `${name} ${label}` })))
    picks.clear()
  }
  return { label: 'Add to reading list', icon: 'list-add', onPick: list }
}

function markItems({ picked, picks }: Picked): MenuItem[] {
  const readable = picked.filter((card) => card.readable)
  if (readable.length === 0) return []
  const mark = async (read: boolean) => {
    if (await markRead(readable, read)) picks.clear()
  }
  return [
    { label: 'Mark read', icon: 'check', onPick: () => mark(true) },
    { label: 'Mark unread', icon: 'undo', onPick: () => mark(false) },
  ]
}

type More = Picked & { onSheet: OpenSeriesSheet; onIgnore?: () => unknown; onEdit: () => unknown }

function moreOf({ onSheet, onIgnore, onEdit, ...of }: More): MenuItem[] {
  const { name, picked, picks } = of
  const files = picked.filter((card) => card.format !== '')
  const arc = async () => {
    await addToStoryArc(picked.map(({ id, label }) => ({ id, label: `${name} ${label}` })))
    picks.clear()
  }
  return [
    {
      label: editTableLabel(picked.length),
      icon: 'pencil' as const,
      disabled: picked.length > MOST_EDITED,
      onPick: onEdit,
    },
    listItem(of),
    { label: 'Add to story arc', icon: 'pages' as const, onPick: arc },
    ...(onIgnore ? [{ label: 'Ignore', icon: 'ban' as const, onPick: onIgnore }] : []),
    ...markItems(of),
    ...(files.length > 0
      ? [
          {
            label: 'Write metadata to files',
            icon: 'tag' as const,
            apart: true,
            onPick: () => onSheet({ is: 'tag', cards: files }),
          },
        ]
      : []),
    ...(convertible(files).length > 0
      ? [{ label: 'Convert to CBZ', icon: 'package' as const, onPick: () => onSheet({ is: 'convert', cards: files }) }]
      : []),
  ]
}
