import './attention.css'
import { call } from '../../../api/client'
import type { Reply } from '../../../api/contract'
import { useQuery } from '../../../api/query'
import { FolderDialog } from '../../../forms/folder-dialog'
import { html, useEffect, useMemo, useRef, useState } from '../../../html'
import { useWaitingRequests, WaitingRequests } from '../../../panels/requests/waiting-requests'
import { Button } from '../../../parts/controls/button'
import { KeyHints } from '../../../parts/controls/key-hints'
import { batches, pickKeys, usePicks } from '../../../parts/lists/picks'
import { PicksBar } from '../../../parts/lists/picks-bar'
import { useStops } from '../../../parts/lists/use-stops'
import { useScrollPlace } from '../../../parts/lists/virtual-place'
import { Empty } from '../../../parts/status/empty'
import { ErrorLook } from '../../../parts/status/error-look'
import { Skeleton } from '../../../parts/status/skeleton'
import { countWords, numberWords } from '../../../parts/text/format'
import { reviewReleases } from '../../../state/release-search'
import { ActivityPage } from '../activity-page'
import type { MemberActions } from './member-row'
import { SectionView } from './section-view'
import {
  type AttentionAction,
  type AttentionItem,
  type AttentionSection,
  actionFor,
  attentionSections,
  memberOfKey,
  verbsFor,
} from './sections'
import { type RunningImports, useResolve } from './use-resolve'

/** Items that need the user, grouped by problem. */
export function AttentionPage() {
  return html`<${ActivityPage} tab="attention"><${Attention} /><//>`
}

function Attention() {
  const { data, error, reload } = useQuery('GET /api/attention/sections')
  const waiting = useWaitingRequests()
  // The last item leaves the page while it is imported.
  const imports = useRef<RunningImports>(new Map()).current
  useScrollPlace(data !== undefined)
  if (!data && error)
    return html`<${ErrorLook} what="What needs attention could not be loaded" detail=${error.detail} onRetry=${reload} />`
  if (!data) return html`<${Skeleton} count=${5} label="Loading what needs attention" />`
  const hasRequests = waiting !== undefined && waiting.total > 0
  const count = data.member_total + (waiting?.total ?? 0)
  if (count === 0) return html`<${Nothing} />`
  return html`
    <div class="activity-bar">
      <p class="activity-count" role="status">${countWords(count, 'needs attention', 'need attention')}</p>
      ${data.member_total > 0 && html`<${KeyHints} keys=${KEYS} />`}
    </div>
    ${hasRequests && html`<${WaitingRequests} requests=${waiting.requests} total=${waiting.total} />`}
    ${data.member_total > 0 && html`<${Sections} data=${data} imports=${imports} />`}
  `
}

const KEYS = [
  ['S', 'search again'],
  ['I', 'import'],
  ['Delete', 'skip'],
  ['Space', 'pick'],
  ['Enter', 'what happened'],
] as const
const VERB_KEYS: Record<string, AttentionAction> = { s: 'again', i: 'import', Delete: 'stop' }

type SectionsProps = { data: Reply<'GET /api/attention/sections'>; imports: RunningImports }

function Sections({ data, imports }: SectionsProps) {
  const sections = useMemo(() => attentionSections(data), [data])
  const count = data.member_total
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [whole, setWhole] = useState<ReadonlySet<string>>(new Set())
  const [choosing, setChoosing] = useState<AttentionItem | undefined>(undefined)
  const items = useItems(sections)
  const picks = usePicks(items.keysBetween, count)
  const forget = (keys: readonly string[]) => {
    items.forget(keys)
    picks.drop(keys)
  }
  const resolving = useResolve(sections, imports, forget)
  useGone(sections, picks.keys, forget)
  const act = async (verb: AttentionAction, own: readonly AttentionItem[]) => {
    const [only] = own
    // When the folder is unknown, the user chooses it first.
    if (verb === 'import' && own.length === 1 && only?.path === '') return setChoosing(only)
    await resolving.run(verb, own)
  }
  const intents: MemberActions = {
    act,
    actAll: (verb, section) =>
      section.count > section.members.length
        ? resolving.run(verb, () => membersOf(section.reason))
        : act(verb, section.members),
    show: items.show,
    from: setChoosing,
    review: ({ thing }) => reviewReleases({ entity_type: 'issue', entity_id: thing.issueId ?? '', title: thing.label }),
    pick: (member, withShift) => picks.pick(member.key, items.placeOf(member), withShift),
    open: ({ key }) => setOpen((now) => flipped(now, key)),
  }
  const keys = useStops((key, id) => {
    const member = items.find(id)
    const verb = VERB_KEYS[key]
    if (!member) return false
    if (key === 'Enter') intents.open(member)
    else if (key === ' ') intents.pick(member, false)
    else if (verb && actionFor(verb, member)) void act(verb, [member])
    else return false
    return true
  })
  const listKeys = pickKeys(picks, count)
  const onKeyDown = (event: KeyboardEvent) => {
    keys.onKeyDown(event)
    listKeys(event)
  }
  const chosen = [...picks.keys].flatMap((key) => items.find(key) ?? [])
  const shared = { picked: picks.keys, open, resolving, intents }
  return html`
    <div class="troubles" data-picking=${picks.on || undefined} ...${keys} onKeyDown=${onKeyDown}>
      ${sections.map(
        (section) =>
          html`
            <${SectionView}
              key=${section.reason}
              ...${shared}
              section=${section}
              whole=${whole.has(section.reason)}
              onWhole=${() => setWhole((now) => flipped(now, section.reason))}
            />
          `,
      )}
    </div>
    ${
      chosen.length > 0 &&
      html`
        <${PickedBar}
          chosen=${chosen}
          count=${count}
          busy=${resolving.busy}
          onAct=${act}
          onAll=${() => picks.all(count)}
          onClear=${picks.clear}
        />
      `
    }
    ${
      choosing &&
      html`
        <${Folder}
          member=${choosing}
          onPick=${(folder: string) => resolving.run('import', [choosing], folder)}
          onClose=${() => setChoosing(undefined)}
        />
      `
    }
  `
}

/** Items of a section, or all, as far as an action needs them. */
async function membersOf(reason?: string): Promise<AttentionItem[]> {
  return (await call('GET /api/attention/keys', { query: { reason } })).results.map(memberOfKey)
}

/** Calls `onGone` with the picked items that need nothing more since the sections changed. */
function useGone(
  sections: readonly AttentionSection[],
  picked: ReadonlySet<string>,
  onGone: (keys: readonly string[]) => void,
): void {
  const now = useRef({ picked, onGone })
  now.current = { picked, onGone }
  useEffect(() => {
    let isNewest = true
    void goneOf([...now.current.picked]).then((gone) => isNewest && gone.length > 0 && now.current.onGone(gone))
    return () => {
      isNewest = false
    }
  }, [sections])
}

/** Keys of one request. */
const MOST_KEYS = 1000

/** Best effort: an action on an item that is gone says so. */
async function goneOf(keys: readonly string[]): Promise<readonly string[]> {
  const gone = new Set(keys)
  try {
    for (const release_keys of batches(keys, MOST_KEYS))
      for (const key of (await call('POST /api/attention/waiting', { body: { release_keys } })).release_keys)
        gone.delete(key)
    return [...gone]
  } catch {
    return []
  }
}

/** The items that were shown so far, and their order; picking many fetches the rest. */
function useItems(sections: readonly AttentionSection[]) {
  const known = useRef(new Map<string, AttentionItem>()).current
  const order = useMemo<string[]>(() => [], [sections])
  const now = useRef(order)
  now.current = order
  const keysBetween = async (first: number, last: number) => {
    const shown = Array.from({ length: last - first + 1 }, (_, step) => now.current[first + step])
    if (shown.every((key) => key !== undefined)) return shown
    const all = await membersOf()
    for (const member of all) known.set(member.key, { ...member, ...known.get(member.key), actions: member.actions })
    return all.slice(first, last + 1).map(({ key }) => key)
  }
  return {
    find: (key: string) => known.get(key),
    placeOf: ({ key }: AttentionItem) => now.current.indexOf(key),
    show: (member: AttentionItem, at: number) => {
      known.set(member.key, member)
      order[at] = member.key
    },
    forget: (keys: readonly string[]) => {
      for (const key of keys) known.delete(key)
    },
    keysBetween,
  }
}

function flipped(set: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(set)
  if (!next.delete(key)) next.add(key)
  return next
}

type PickedBarProps = {
  chosen: readonly AttentionItem[]
  count: number
  busy: boolean
  onAct: (verb: AttentionAction, members: readonly AttentionItem[]) => Promise<unknown>
  onAll: () => unknown
  onClear: () => void
}

/** The actions for the selected items. */
function PickedBar({ chosen, count, busy, onAct, onAll, onClear }: PickedBarProps) {
  const can = verbsFor(chosen)
  const all = chosen.length < count ? `Select all ${numberWords(count)}` : undefined
  const run = async (verb: AttentionAction) => {
    await onAct(verb, chosen)
    onClear()
  }
  const button = (verb: AttentionAction, icon: string, label: string) =>
    html`<${Button} kind="quiet" icon=${icon} busy=${busy} disabled=${busy || !can.includes(verb)} onClick=${() => run(verb)}>${label}<//>`
  return html`
    <${PicksBar} text=${`${numberWords(chosen.length)} selected`} all=${all} onAll=${onAll} onClear=${onClear}>
      ${button('again', 'refresh', 'Search again')}
      ${can.includes('import') && button('import', 'library', 'Import')}
      ${button('stop', 'minus', 'Skip')}
    <//>
  `
}

type FolderProps = { member: AttentionItem; onPick: (folder: string) => unknown; onClose: () => void }

/** Chooses the folder of a download that the client moved somewhere else. */
function Folder({ member, onPick, onClose }: FolderProps) {
  const pick = (folder: string) => {
    onClose()
    onPick(folder)
  }
  const dialog = { title: `Where is ${member.thing.label}?`, start: above(member.path), onPick: pick, onClose }
  return html`<${FolderDialog} ...${dialog} />`
}

/** The parent folder of a path. */
const above = (path: string) => path.replace(/[\\/][^\\/]*$/, '')

function Nothing() {
  const text =
    'Downloads and requests that need your decision appear here, with what Panelkeep tried and what you can do.'
  return html`
    <${Empty} icon="check" title="Nothing needs your attention" text=${text}>
      <${Button} icon="activity" href="/activity/history/timeline">Open the timeline<//>
    <//>
  `
}
