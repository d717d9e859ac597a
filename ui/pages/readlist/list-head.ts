import { useLocation } from 'preact-iso'
import { call } from '../../api/client'
import { invalidate } from '../../api/query'
import { html, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { Switch } from '../../parts/controls/field'
import { Menu, type MenuItem } from '../../parts/controls/menu'
import { NameDialog } from '../../parts/dialogs/name-dialog'
import { Icon } from '../../parts/icons/icon'
import { countWords } from '../../parts/text/format'
import { FIRST_LIST_PATH, listPath } from '../../parts/text/list-path'
import { readPath } from '../../parts/text/read-path'
import { showToast } from '../../state/toasts'
import { hasOthers } from '../../state/user'
import { deleteList, removeEntries, renameList, restoreEntries, restoreList, shareList } from './moves'
import type { Undo } from './use-undo'
import { entryName, type List, type WireListEntry } from './wire'

export type ListHeadProps = {
  list: List
  lists: readonly List[]
  entries: readonly WireListEntry[]
  undo: { last: Undo | undefined; undo: () => unknown; push: (undo: Undo) => void }
}

/** The name of the list, the other lists, and the actions. */
export function ListHead({ list, lists, entries, undo }: ListHeadProps) {
  const [asking, setAsking] = useState<'name' | 'new' | undefined>(undefined)
  const { list_id, name, issues, read, next_issue_id, mine, shared } = list
  // A house of one has nobody to share with.
  const canShare = mine && (shared || hasOthers())
  const next = entries.find(({ issue_id }) => issue_id === next_issue_id)
  const close = () => setAsking(undefined)
  const make = useMake()
  return html`
    <header class="list-head">
      <h1>${name}</h1>
      <p role="status">${issues > 0 && `${countWords(issues, 'issue')}, ${read} read`}</p>
      ${!mine && html`<p class="list-maker"><${Icon} name="users" size="small" /> ${makerWords(list)}</p>`}
      <div class="list-actions">
        ${undo.last && html`<${Button} kind="quiet" icon="undo" onClick=${undo.undo}>${`Undo ${undo.last.words}`}<//>`}
        ${next && html`<${Button} kind="main" icon="book-open" href=${readPath(next.issue_id, list_id)}>${`${next.state === 'reading' ? 'Continue' : 'Read'} ${entryName(next)}`}<//>`}
        ${canShare && html`<${Switch} label="Share with everyone" on=${shared} onChange=${(on: boolean) => shareList(list_id, on)} />`}
        ${mine && html`<${More} list=${list} entries=${entries} onUndo=${undo.push} onName=${() => setAsking('name')} />`}
      </div>
      <nav class="list-tabs" aria-label="Reading lists">
        ${lists.length > 1 && lists.map((one) => html`<${Tab} key=${one.list_id} list=${one} current=${one.list_id === list_id} />`)}
        <${Button} kind="quiet" size="small" icon="plus" onClick=${() => setAsking('new')}>New list<//>
      </nav>
      ${asking === 'name' && html`<${NameDialog} title="Rename the list" action="Rename" name=${name} onName=${(text: string) => renameList(list_id, text)} onClose=${close} />`}
      ${asking === 'new' && html`<${NameDialog} title="New reading list" action="Create" onName=${make} onClose=${close} />`}
    </header>
  `
}

const makerWords = ({ owner_name }: List) =>
  owner_name === null ? 'Shared by a former user' : `Shared by ${owner_name}`

function Tab({ list, current }: { list: List; current: boolean }) {
  const { name, issues, shared, mine } = list
  const words = mine ? 'Shared with everyone' : makerWords(list)
  return html`
    <a href=${listPath(list)} aria-current=${current ? 'page' : undefined}>
      ${shared && html`<span class="list-shared" title=${words}><${Icon} name="users" size="small" /><span class="unseen">${words}: </span></span>`}${name} <small>${issues}</small>
    </a>
  `
}

function useMake() {
  const { route } = useLocation()
  return async (name: string) => {
    const { list } = await call('POST /api/readlists', { body: { name } })
    invalidate('GET /api/readlists')
    route(listPath(list))
  }
}

type MoreProps = { list: List; entries: readonly WireListEntry[]; onUndo: (undo: Undo) => void; onName: () => void }

function More({ list, entries, onUndo, onName }: MoreProps) {
  const { route } = useLocation()
  const { list_id, name, is_default } = list
  const read = entries.filter(({ state }) => state === 'read').map(({ issue_id }) => issue_id)
  const clear = (ids: string[], words: string) => async () => {
    if (await removeEntries(list_id, ids)) onUndo({ words, run: () => restoreEntries(list_id, ids) })
  }
  const drop = async () => {
    // The page is left first, since it would fetch the deleted list.
    route(FIRST_LIST_PATH)
    if (!(await deleteList(list_id))) return route(listPath(list))
    const back = async () => {
      if (await restoreList(list_id)) route(listPath(list))
    }
    showToast(`${name} was deleted.`, { action: { label: 'Undo', run: back } })
  }
  const all = entries.map(({ issue_id }) => issue_id)
  const items: MenuItem[] = [
    { label: 'Rename', icon: 'pencil', onPick: onName },
    ...(read.length > 0
      ? [
          {
            label: `Remove read issues (${read.length})`,
            icon: 'check' as const,
            onPick: clear(read, 'removing what is read'),
          },
        ]
      : []),
    ...(all.length > 0
      ? [{ label: 'Clear the list', icon: 'minus' as const, onPick: clear(all, 'clearing the list') }]
      : []),
    ...(is_default
      ? []
      : [{ label: 'Delete the list', icon: 'trash' as const, apart: true, danger: true, onPick: drop }]),
  ]
  return html`<${Menu} title=${`More for ${name}`} items=${items} />`
}
