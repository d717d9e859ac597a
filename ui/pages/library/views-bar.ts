import { call } from '../../api/client'
import type { Reply } from '../../api/contract'
import { invalidate, useQuery } from '../../api/query'
import { html, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { Menu, type MenuItem } from '../../parts/controls/menu'
import { WordLinks } from '../../parts/controls/words'
import { NameDialog } from '../../parts/dialogs/name-dialog'
import { runWithToast } from '../../state/run-with-toast'
import { showToast } from '../../state/toasts'
import { type LibraryView, libraryAddress, START } from './view'

type View = Reply<'GET /api/views'>['views'][number]
type ViewsBarProps = { path: string; view: LibraryView; route: (url: string) => void }

/** Saved views as tabs, and the button that saves the current view. */
export function ViewsBar({ path, view, route }: ViewsBarProps) {
  const [asking, setAsking] = useState<'new' | 'name' | undefined>(undefined)
  const views = useQuery('GET /api/views').data?.views ?? []
  const query = libraryAddress('', view).slice(1)
  const here = views.find((one) => one.query === query)
  const isPlain = query === libraryAddress('', { ...START, look: view.look }).slice(1)
  if (views.length === 0 && isPlain) return null
  const close = () => setAsking(undefined)
  const links = [
    { href: path, label: 'All series', here: isPlain && !here },
    ...views.map((one) => ({ href: `${path}?${one.query}`, label: one.name, here: one === here })),
  ]
  const save = (name: string) => change(() => call('POST /api/views', { body: { name, query } }))
  const rename = (name: string) =>
    change(() => call('PATCH /api/views/:view_id', { params: { view_id: here?.view_id ?? '' }, body: { name } }))
  return html`
    <div class="library-views">
      ${views.length > 0 && html`<${WordLinks} label="Saved views" links=${links} />`}
      ${here && html`<${Menu} title=${`View ${here.name}`} items=${itemsOf(here, views, { onName: () => setAsking('name'), onDeleted: () => route(path) })} />`}
      ${!here && !isPlain && html`<${Button} kind="quiet" size="small" icon="plus" onClick=${() => setAsking('new')}>Save view<//>`}
      ${asking === 'new' && html`<${NameDialog} title="Save this view" action="Save" onName=${save} onClose=${close} />`}
      ${asking === 'name' && html`<${NameDialog} title="Rename the view" action="Rename" name=${here?.name} onName=${rename} onClose=${close} />`}
    </div>
  `
}

async function change(work: () => Promise<unknown>): Promise<void> {
  await work()
  invalidate('GET /api/views')
}

function itemsOf(
  { view_id, name }: View,
  views: readonly View[],
  { onName, onDeleted }: { onName: () => void; onDeleted: () => void },
): MenuItem[] {
  const at = views.findIndex((one) => one.view_id === view_id)
  const move = (to: number) => {
    const ids = views.map((one) => one.view_id).filter((id) => id !== view_id)
    ids.splice(to, 0, view_id)
    return runWithToast(() => change(() => call('PUT /api/views/order', { body: { ids } })))
  }
  const remove = async () => {
    const params = { view_id }
    const restore = () => runWithToast(() => change(() => call('POST /api/views/:view_id/restore', { params })))
    if (!(await runWithToast(() => change(() => call('DELETE /api/views/:view_id', { params }))))) return
    onDeleted()
    showToast(`View ${name} deleted.`, { action: { label: 'Undo', run: restore } })
  }
  return [
    { label: 'Rename', icon: 'compose', onPick: onName },
    { label: 'Move left', icon: 'arrow-left', disabled: at === 0, onPick: () => move(at - 1) },
    { label: 'Move right', icon: 'arrow-right', disabled: at === views.length - 1, onPick: () => move(at + 1) },
    { label: 'Delete view', icon: 'trash', danger: true, apart: true, onPick: remove },
  ]
}
