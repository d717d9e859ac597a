import '../../parts/lists/ordered-rows.css'
import { useRoute } from 'preact-iso'
import { useQuery } from '../../api/query'
import { html, useEffect } from '../../html'
import { Button } from '../../parts/controls/button'
import { useScrollPlace } from '../../parts/lists/virtual-place'
import { Empty } from '../../parts/status/empty'
import { ErrorLook } from '../../parts/status/error-look'
import { Skeleton } from '../../parts/status/skeleton'
import { FIRST_LIST_PATH } from '../../parts/text/list-path'
import { isReader } from '../../state/user'
import { EntryList } from './entry-list'
import { ListHead } from './list-head'
import { useUndo } from './use-undo'

/** A reading list: issues of any series in the reader's own order. */
export function ReadlistPage() {
  const all = useQuery('GET /api/readlists')
  const lists = all.data?.lists
  const list_id = useRoute().params.list_id ?? lists?.find(({ is_default }) => is_default)?.list_id
  const one = useQuery('GET /api/readlists/:list_id', list_id === undefined ? null : { params: { list_id } })
  const { data, error, reload } = list_id === undefined ? { ...all, data: undefined } : one
  const undo = useUndo(list_id ?? '')
  useScrollPlace(data !== undefined)
  const name = data?.list.name
  useEffect(() => {
    if (name !== undefined) document.title = `${name} · Panelkeep`
  }, [name])
  if (!data && error?.status === 404) return html`<${Unknown} />`
  if (!data && error)
    return html`<${ErrorLook} page what="The reading list could not be loaded" detail=${error.detail} onRetry=${reload} />`
  if (!data) return html`<${Skeleton} kind="rows" count=${8} label="Loading the reading list" />`
  const { list, entries } = data
  return html`
    <div class="list">
      <${ListHead} list=${list} lists=${lists ?? [list]} entries=${entries} undo=${undo} />
      ${
        entries.length === 0
          ? html`<${Nothing} mine=${list.mine} />`
          : html`<${EntryList} key=${`${list.list_id} ${undo.turn}`} list=${list} entries=${entries} onUndo=${undo.push} />`
      }
    </div>
  `
}

function Nothing({ mine }: { mine: boolean }) {
  if (!mine)
    return html`<${Empty} icon="list" title="This list is empty" text="Issues appear here when its user adds them." />`
  const from = isReader() ? 'from a series' : 'from a series, from Wanted'
  const text = `Add issues ${from} or at the end of an issue. They are read in this order, here and in reading apps.`
  return html`
    <${Empty} icon="list" title="This list is empty" text=${text}>
      <${Button} kind="main" icon="library" href="/library">Go to the library<//>
    <//>
  `
}

function Unknown() {
  return html`
    <${Empty} page icon="list" title="This list does not exist" text="It was deleted, or the link is wrong.">
      <${Button} kind="main" href=${FIRST_LIST_PATH}>Go to the reading list<//>
    <//>
  `
}
