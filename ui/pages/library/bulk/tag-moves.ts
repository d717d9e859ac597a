import { call } from '../../../api/client'
import type { Reply } from '../../../api/contract'
import { invalidate } from '../../../api/query'
import { seriesWords } from '../../../panels/bulk/bulk-words'
import { runWithToast } from '../../../state/run-with-toast'
import { showToast } from '../../../state/toasts'

type Changes = Reply<'POST /api/tags/assign'>['added']

/** Adds tags to series, with an undo for those that did not have them. */
export const addTags = (ids: readonly string[], names: string[]) =>
  change({ ids: [...ids], add: names }, ({ added }) => ({
    words: `${seriesWords(countOf(added))} tagged.`,
    undo: () => again(added, (name) => ({ remove: [name] })),
  }))

/** Removes a tag from series, with an undo for those that had it. */
export const removeTag = (ids: readonly string[], name: string) =>
  change({ ids: [...ids], remove: [name] }, ({ removed }) =>
    countOf(removed) === 0
      ? { words: `None of the selected series has the tag ${name}.` }
      : {
          words: `Tag ${name} removed from ${seriesWords(countOf(removed))}.`,
          undo: () => again(removed, (tag) => ({ add: [tag] })),
        },
  )

type Body = { ids: string[]; add?: string[]; remove?: string[] }
type TagResult = { words: string; undo?: () => unknown }

async function change(body: Body, resultOf: (reply: Reply<'POST /api/tags/assign'>) => TagResult): Promise<boolean> {
  return runWithToast(async () => {
    const { words, undo } = resultOf(await call('POST /api/tags/assign', { body }))
    refetch()
    showToast(words, undo && { action: { label: 'Undo', run: undo } })
  })
}

const again = (changes: Changes, turn: (name: string) => Omit<Body, 'ids'>) =>
  runWithToast(async () => {
    for (const { name, ids } of changes)
      if (ids.length > 0) await call('POST /api/tags/assign', { body: { ids, ...turn(name) } })
    refetch()
  })

const countOf = (changes: Changes) => new Set(changes.flatMap(({ ids }) => ids)).size

function refetch(): void {
  invalidate('GET /api/series')
  invalidate('GET /api/tags')
}
