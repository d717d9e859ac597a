import { call } from '../../../api/client'
import { invalidate } from '../../../api/query'
import { useEffect, useMemo, useRef, useState } from '../../../html'
import { pluralWords } from '../../../parts/text/format'
import { type EditSelection, storeDrafts, storedDrafts } from '../../../state/edit-selection'
import { errorSentence, useBusy } from '../../../state/use-busy'
import { type CellText, changesIn, type Drafts, draftsFor, type Edited, setCells, unlockCells } from './table-model'
import type { EditBody, EditResult, TableReply, WireRow } from './wire'

const NONE: Drafts = new Map()
const NO_SUGGESTIONS = {}
/** Steps that can be undone before saving. */
const MOST_STEPS = 100

/** The rows of a table, its unsaved values with their undo, and saving. */
export function useEditTable(selection: EditSelection) {
  const { of, ids, comic_id } = selection
  const [reply, setReply] = useState<TableReply | undefined>(undefined)
  const [error, setError] = useState<string | undefined>(undefined)
  const [drafts, setDrafts] = useState<Drafts>(NONE)
  const [message, setMessage] = useState('')
  const [result, setResult] = useState<EditResult | undefined>(undefined)
  const [savedIds, setSavedIds] = useState<ReadonlySet<string>>(new Set())
  const past = useRef<Drafts[]>([])
  const future = useRef<Drafts[]>([])
  const { doing, run } = useBusy()
  const rows: readonly WireRow[] = reply?.rows ?? []

  const load = async (kept: Iterable<[string, Record<string, unknown>]>) => {
    setError(undefined)
    const body = ids ? { of, ids: [...ids] } : { of, comic_id }
    const fresh = await call('POST /api/series/edits/rows', { body })
    past.current = []
    future.current = []
    setReply(fresh)
    show(fresh.rows, draftsFor(fresh.rows, kept))
  }
  const show = (shown: readonly WireRow[], next: Drafts) => {
    setDrafts(next)
    const texts = shown.map(({ id }) => id)
    storeDrafts(of, texts, Object.fromEntries(next) as Record<string, Record<string, unknown>>)
  }
  const open = () => load(Object.entries(storedDrafts(of))).catch((cause) => setError(errorSentence(cause)))
  useEffect(() => {
    void open()
  }, [])

  const keep = ({ drafts: next, changed, left }: Edited, done: string) => {
    setMessage([changed > 0 ? done : '', leftWords(left)].filter(Boolean).join(' '))
    if (changed === 0) return
    past.current = [...past.current.slice(-MOST_STEPS), drafts]
    future.current = []
    show(rows, next)
  }
  const step = (from: typeof past, to: typeof past) => {
    const next = from.current.at(-1)
    if (!next) return
    from.current = from.current.slice(0, -1)
    to.current = [...to.current, drafts]
    setMessage('')
    show(rows, next)
  }
  const changes = useMemo(() => changesIn(rows, drafts), [rows, drafts])

  const save = () =>
    run(
      async () => {
        // The keys for saving work without a change too.
        if (changes.length === 0) return
        const body = { [of]: changes } as EditBody
        const saved = await call('POST /api/series/edits', { body })
        const left = new Set(saved.left.map(({ id }) => id))
        setSavedIds(new Set(changes.flatMap(({ id }) => (left.has(id) ? [] : [id]))))
        await finish(saved, left)
      },
      { name: 'save' },
    )
  const undoSaved = (edit_id: string) =>
    run(async () => finish(await call('POST /api/series/edits/:edit_id/undo', { params: { edit_id } }), undefined), {
      name: 'undo',
    })
  /** Shows the saved rows; values of rows that were left stay in the table. */
  const finish = async (saved: EditResult, left: ReadonlySet<string> | undefined) => {
    setResult(saved)
    setMessage('')
    invalidate('GET /api/series')
    await load([...drafts].filter(([id]) => left === undefined || left.has(id)) as [string, Record<string, unknown>][])
  }

  return {
    of,
    rows,
    left: reply?.left ?? 0,
    suggestions: reply?.suggestions ?? NO_SUGGESTIONS,
    isLoaded: reply !== undefined,
    error,
    open,
    drafts,
    changes,
    message,
    setMessage,
    result,
    savedIds,
    dismiss: () => setResult(undefined),
    doing,
    set: (cells: readonly CellText[], done: (count: number) => string) => {
      const edited = setCells(drafts, cells)
      keep(edited, done(edited.changed))
      return edited
    },
    unlock: (cells: readonly Omit<CellText, 'text'>[]) => {
      const edited = unlockCells(drafts, cells)
      keep(edited, pluralWords(edited.changed, '{count} field is unlocked.', '{count} fields are unlocked.'))
      if (edited.changed === 0) setMessage('You have not edited any of these fields.')
    },
    undo: () => step(past, future),
    redo: () => step(future, past),
    canUndo: past.current.length > 0,
    canRedo: future.current.length > 0,
    discard: () => keep({ drafts: NONE, changed: drafts.size, left: [] }, 'Changes discarded.'),
    save,
    undoSaved,
  }
}

export type EditTable = ReturnType<typeof useEditTable>

/** "3 values were left out. First year: Enter digits only, such as 2015." */
function leftWords(left: Edited['left']): string {
  const [first] = left
  if (!first) return ''
  const count = pluralWords(left.length, '{count} value was left out.', '{count} values were left out.')
  return `${count} ${first.column.label}: ${first.why}`
}
