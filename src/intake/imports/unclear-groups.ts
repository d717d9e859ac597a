import type { ReadHandle } from '../../base/storage/database'
import { type NameSuggestion, type SuggestForName, UNCLEAR_BELOW, type UnclearFile } from './name-suggestions'
import { chosenOf } from './proposals/chosen-proposal'
import { foremostByGroup, type ShownProposal } from './proposals/store'
import * as store from './store'

/** Groups of a scan that are taken for new series, though nothing but an odd name says so. */

type Named = Pick<store.ScannedFileRow, 'path' | 'kind' | 'unit' | 'number'>

/** The file that stands for the group; undefined when it is clear what the group is, or the user said so. */
export function unclearFileOf(
  group: store.GroupRow,
  proposed: readonly ShownProposal[],
  [file]: readonly Named[],
): UnclearFile | undefined {
  const { existing_comic_id, said, proposal_said, confidence, content_type } = group
  const isClear = existing_comic_id !== null || said || proposal_said || confidence >= UNCLEAR_BELOW
  if (!file || isClear || chosenOf(group, proposed)) return undefined
  const { path, kind, unit, number } = file
  return { name: path.split(/[\\/]/).at(-1) ?? path, content_type, kind, unit, number, is_scanned: true }
}

export function suggestionForGroup(
  suggest: SuggestForName | undefined,
  ...group: Parameters<typeof unclearFileOf>
): NameSuggestion | undefined {
  const file = suggest && unclearFileOf(...group)
  return file && suggest(file)
}

/** Of the groups of a scan that wait. */
export function unclearFiles(db: ReadHandle, scanId: string): UnclearFile[] {
  const groups = store.openGroups(db, scanId)
  const proposed = foremostByGroup(
    db,
    groups.map(({ group_id }) => group_id),
  )
  return groups.flatMap((group) => {
    const files = store.listScannedFiles(db, group.group_id, 1)
    return unclearFileOf(group, proposed.get(group.comic_id) ?? [], files) ?? []
  })
}
