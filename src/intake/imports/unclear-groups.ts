import type { ReadHandle } from '../../base/storage/database'
import { type NameSuggestion, type SuggestForName, UNCLEAR_BELOW, type UnclearFile } from './name-suggestions'
import { chosenOf } from './proposals/chosen-proposal'
import { foremostByGroup, type ShownProposal } from './proposals/store'
import * as store from './store'

/** Groups of a scan that look like new series only because of an odd name. */

type Named = Pick<store.ScannedFileRow, 'path' | 'kind' | 'unit' | 'number'>

/** The file that represents the group; undefined when the group is clear, or when the user set its series. */
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

/** For the open groups of a scan. */
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
