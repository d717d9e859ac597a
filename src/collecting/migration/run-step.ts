import type { Random } from '../../base/platform/ports'
import type { Tx } from '../../base/storage/database'
import { recordMadeRows } from '../../base/storage/made-rows'
import { isBelow } from '../../library/filing/folders'
import { EVERY, madeRowsOf } from './made-store'
import { mapPath } from './path-map'
import type { MigrationStep, MoveIn, OpenSource } from './source'
import * as store from './store'
import { Tally } from './tally'

interface StepRun {
  tx: Tx
  run: store.MigrationRunRow
  source: OpenSource
  step: MigrationStep
  position: number
  at: string
  random: Random
  /** Library folders of both kinds. */
  roots: readonly string[]
  ownerName: string
  /** Called with each row; throws when the move is to stop. */
  keepOn?: () => void
}

/** Runs one step in the transaction `tx`, and writes the row that marks it as done. */
export function runStep({ tx, run, source, step, position, at, random, roots, ownerName, keepOn }: StepRun): void {
  const { run_id } = run
  const tally = new Tally(step.name, (row) => store.insertOmission(tx, { run_id, ...row }), keepOn)
  const before = store.earlierMappings(tx, run)
  const ids = new Map(store.idsOfRun(tx, run_id).map((row) => [`${row.kind} ${row.source_id}`, row.own_id]))
  const move: MoveIn = {
    ...source,
    run_id,
    tx,
    at,
    random,
    reader: run.reader,
    ownerName,
    tally,
    localPath: (path) => mapPath(path, run.path_mappings),
    wasHere: (path) => [path, ...before.map((mappings) => mapPath(path, mappings))],
    isInLibrary: (folder) => roots.some((root) => folder === root || isBelow(folder, root)),
    idOf: (kind, sourceId) => ids.get(`${kind} ${sourceId}`) ?? sourceId,
    ownId: (kind, sourceId) => ids.get(`${kind} ${sourceId}`),
    renamed(kind, source_id, own_id) {
      ids.set(`${kind} ${source_id}`, own_id)
      store.putId(tx, { run_id, kind, source_id, own_id })
    },
    list: (comic_id, paths) => store.addFolders(tx, { run_id, comic_id, paths }),
    expectFile({ comic_id, issue_id, path, read }) {
      const reading = {
        read_page: read?.page ?? null,
        read_completed: read?.completed ?? null,
        read_at: read?.at ?? null,
      }
      store.insertExpectedFile(tx, { run_id, comic_id, issue_id, path, ...reading })
    },
  }
  recordMadeRows(tx, madeRowsOf(run_id), EVERY, () => step.run(move))
  const { rows, takenCount, mergedCount, leftCount, notes } = tally
  store.insertStep(tx, {
    run_id,
    name: step.name,
    position,
    rows,
    taken: takenCount,
    merged: mergedCount,
    left: leftCount,
    notes,
    finished_at: at,
  })
}
