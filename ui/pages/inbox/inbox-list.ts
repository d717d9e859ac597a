import { html, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { Menu } from '../../parts/controls/menu'
import { PicksBar } from '../../parts/lists/picks-bar'
import { useStops } from '../../parts/lists/use-stops'
import { countWords, numberWords } from '../../parts/text/format'
import { ChooseSheet } from './choose-sheet'
import { CorrectSheet } from './correct-sheet'
import type { FileActions } from './file-row'
import { GroupView } from './group'
import { isImportable, isReady } from './inbox-file'
import type { Actions } from './use-inbox'
import type { InboxFile, InboxGroup } from './wire'

const NONE: ReadonlySet<string> = new Set()

type Sheet = { kind: 'choose' | 'correct'; files: readonly InboxFile[] }

/** The groups, the selection and the open sheets. */
export function InboxList({ groups, actions }: { groups: readonly InboxGroup[]; actions: Actions }) {
  const [picked, setPicked] = useState(NONE)
  const [whole, setWhole] = useState(NONE)
  const [sheet, setSheet] = useState<Sheet | undefined>(undefined)
  const all = groups.flatMap(({ files }) => files)
  // Files that were imported meanwhile are dropped from the selection.
  const chosen = all.filter(({ impID }) => picked.has(impID))
  const intents: FileActions = {
    file: actions.file,
    accept: actions.accept,
    ignore: actions.ignore,
    remove: actions.remove,
    choose: (files) => setSheet({ kind: 'choose', files }),
    correct: (files) => setSheet({ kind: 'correct', files }),
    toggle: (files) => setPicked(toggled(picked, files)),
  }
  const stops = useStops((key, id) => {
    const files = filesAt(groups, id)
    const one = KEYS[key.toLowerCase()]
    if (!one || files.length === 0) return false
    one(intents, files)
    return true
  })
  const clear = () => setPicked(NONE)
  const name = sheet && (groups.find(({ files }) => files.includes(sheet.files[0] as InboxFile))?.ComicName ?? '')
  const over = sheet && { files: sheet.files, name, busy: actions.busy, onClose: () => setSheet(undefined) }
  return html`
    <div class="inbox-list" ...${stops}>
      ${groups.map((group) => {
        const key = keyOf(group)
        const open = { whole: whole.has(key), onWhole: () => setWhole(new Set([...whole, key])) }
        return html`<${GroupView} key=${key} group=${group} picked=${picked} intents=${intents} ...${open} />`
      })}
    </div>
    <${PickedBar} files=${chosen} intents=${intents} busy=${actions.busy} onClear=${clear} />
    ${sheet?.kind === 'choose' && html`<${ChooseSheet} ...${over} onChoose=${actions.fileInto} onMake=${actions.make} />`}
    ${sheet?.kind === 'correct' && html`<${CorrectSheet} ...${over} onCorrect=${actions.correct} />`}
  `
}

const keyOf = ({ DynamicName, Volume }: InboxGroup) => `group ${DynamicName} ${Volume ?? ''}`

/** The files of a row: one, or all of a group. */
function filesAt(groups: readonly InboxGroup[], id: string): InboxFile[] {
  const group = groups.find((one) => keyOf(one) === id)
  return group ? group.files : groups.flatMap(({ files }) => files.filter(({ impID }) => impID === id))
}

const idle = (files: readonly InboxFile[]) => files.filter(({ Status }) => Status !== 'Importing')

/** The keys for the focused file or group. */
const KEYS: Record<string, (intents: FileActions, files: readonly InboxFile[]) => unknown> = {
  enter: ({ file, choose }, files) => {
    const ready = files.filter(isReady)
    const open = files.filter(isImportable)
    return ready.length > 0 ? file(ready) : open.length > 0 && choose(open)
  },
  c: ({ choose }, files) => files.some(isImportable) && choose(files.filter(isImportable)),
  e: ({ correct }, files) => idle(files).length > 0 && correct(idle(files)),
  i: ({ ignore }, files) => {
    const bringBack = files.every(({ IgnoreFile }) => IgnoreFile === 1)
    return idle(files).length > 0 && ignore(idle(files), !bringBack)
  },
  delete: ({ remove }, files) => idle(files).length > 0 && remove(idle(files)),
  ' ': ({ toggle }, files) => toggle(idle(files)),
}

/** Selects all of these; if all are selected, clears them. */
function toggled(picked: ReadonlySet<string>, files: readonly InboxFile[]): ReadonlySet<string> {
  const next = new Set(picked)
  const out = files.every(({ impID }) => next.has(impID))
  for (const { impID } of files) {
    if (out) next.delete(impID)
    else next.add(impID)
  }
  return next
}

type PickedBarProps = { files: readonly InboxFile[]; intents: FileActions; busy: boolean; onClear: () => void }

function PickedBar({ files, intents, busy, onClear }: PickedBarProps) {
  if (files.length === 0) return null
  const ready = files.filter(isReady)
  const open = files.filter(isImportable)
  const movable = idle(files)
  const then = (work: (files: readonly InboxFile[]) => unknown, own: readonly InboxFile[]) => () => {
    work(own)
    onClear()
  }
  const items = [
    { label: 'Ignore', icon: 'eye-off' as const, onPick: then((own) => intents.ignore(own, true), movable) },
    { label: 'Remove from the list', icon: 'close' as const, onPick: then(intents.remove, movable) },
  ]
  return html`
    <${PicksBar} text=${countWords(files.length, 'file')} onClear=${onClear}>
      <${Button} disabled=${open.length === 0} onClick=${then(intents.choose, open)}>Choose a series<//>
      <${Button}
        kind="main"
        icon="library"
        busy=${busy}
        disabled=${ready.length === 0}
        onClick=${then(intents.file, ready)}
      >${`File ${numberWords(ready.length)}`}<//>
      <${Menu} title="What else to do with them" items=${items} />
    <//>
  `
}
