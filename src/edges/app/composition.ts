import type { Authentication } from '../../base/auth/feature'
import { makeDatabaseStatistics } from './database-statistics'
import type { Dependencies } from './dependencies'
import { composeAssistant } from './wings/assistant'
import { composeBase } from './wings/base'
import { type CollectingServices, composeCollecting } from './wings/collecting'
import { composeEdges, type EdgeServices } from './wings/edges'
import { composeIntake, type IntakeServices } from './wings/intake'
import { composeLibrary, type LibraryServices } from './wings/library'

export type Composition = ReturnType<typeof compose>

/**
 * Makes every service, wing by wing. A service reaches a later wing through a function, and never during composition.
 */
export function compose(dependencies: Dependencies, authentication: Authentication) {
  const base = composeBase(dependencies, authentication)
  const library: LibraryServices = composeLibrary(base, {
    lists: {
      orderOf: (listId) => collecting.readlist.orderOf(listId) ?? collecting.arcs.orderOf(listId),
      nextIssues: () => collecting.readlist.nextIssues(),
    },
    readChanged: (path) => intake.importing.readAgain(path),
  })
  const intake: IntakeServices = composeIntake(base, library, {
    suggest: (file) => assistant.helpers.fileNames.suggestionFor(file),
    alternates: (series, signal) => assistant.helpers.alternates.namesFor(series, signal),
    arcIssueOf: (issueArcId) => collecting.arcs.searchedIssue(issueArcId),
    arcPath: (...file) => collecting.arcFolders.pathOfUnfollowed(...file),
    imported(tx, brought) {
      edges.hooks.arrived(tx, brought)
      edges.notices.arrived(tx, brought)
    },
  })
  const collecting: CollectingServices = composeCollecting(base, library, intake, {
    async backup() {
      if (base.db.path !== ':memory:') await edges.backups.make('asked')
    },
    requested: (tx, item) => edges.notices.requested(tx, item),
  })
  const edges: EdgeServices = composeEdges(base, library, intake, collecting)
  const assistant = composeAssistant(base, library, intake, collecting)
  const { operations, timetable, languageModel, settings, folders, unpacker, timeline, streams } = base
  return {
    ...authentication,
    ...{ operations, timetable, languageModel, settings, folders, unpacker, timeline, streams },
    ...library,
    ...intake,
    ...collecting,
    ...edges,
    ...assistant,
    databaseStatistics: makeDatabaseStatistics(base),
  }
}
