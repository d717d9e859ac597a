import { loosenNumbered } from '../../../collecting/arcs/store'
import { makeAcquisition } from '../../../intake/acquisition/feature'
import { makeDownloads } from '../../../intake/downloads/feature'
import { makeImports } from '../../../intake/imports/feature'
import { makeProcessing } from '../../../intake/processing/feature'
import { makeSearch } from '../../../intake/search/feature'
import type { BaseServices } from './base'
import type { LibraryServices } from './library'

export type IntakeServices = ReturnType<typeof composeIntake>

/** Services of later wings that the intake uses. */
export interface LaterThanIntake
  extends Pick<Parameters<typeof makeSearch>[0], 'arcIssueOf' | 'alternates'>,
    Pick<Parameters<typeof makeProcessing>[0], 'arcPath'>,
    Pick<Parameters<typeof makeImports>[0], 'suggest'> {
  /** Called in the transaction that imports a download. */
  imported: Parameters<typeof makeProcessing>[0]['arrived']['hooks']
}

/** Composes the intake: imports, searches and downloads. */
export function composeIntake(base: BaseServices, ofLibrary: LibraryServices, later: LaterThanIntake) {
  const { files, unpacker, timetable } = base
  const { filing, tagging, browse, reading } = ofLibrary
  const archives = { files, unpacker }
  const arrived = (fileIds: string[]) => tagging.tagImported(fileIds)
  const importing = makeImports({
    ...base,
    ...ofLibrary,
    archives: { anywhere: archives, ofLibrary: ofLibrary.archivesInLibrary },
    pictureQueue: reading.pictureQueue,
    suggest: later.suggest,
    arrived,
    renumbered: loosenNumbered,
  })
  const acquisition = makeAcquisition({ ...base, findJob: (name) => timetable.find(name) })
  const { gate } = acquisition
  const downloads = makeDownloads({ ...base, gate })
  const search = makeSearch({
    ...base,
    browse,
    downloads,
    gate,
    lastTick: () => timetable.lastTick,
    arcIssueOf: later.arcIssueOf,
    alternates: later.alternates,
  })
  const processing = makeProcessing({
    ...base,
    ...filing,
    downloads,
    archives,
    arcPath: later.arcPath,
    arrived: { tagging: arrived, hooks: later.imported },
  })
  return { archives, importing, ...acquisition, downloads, search, processing }
}
