import { dirname } from 'node:path'
import { makeActions } from '../../ai/actions/feature'
import { makeChat } from '../../ai/chat/feature'
import { makeHelpers } from '../../ai/helpers/feature'
import { libraryTools } from '../../ai/library/tools'
import { Assistant } from '../../ai/service'
import type { BaseServices } from './base'
import type { CollectingServices } from './collecting'
import type { IntakeServices } from './intake'
import type { LibraryServices } from './library'

/** Composes the assistant: helpers, queries, proposals and chat. */
export function composeAssistant(
  base: BaseServices,
  ofLibrary: LibraryServices,
  { importing, search, gate }: IntakeServices,
  collecting: CollectingServices,
) {
  const { db, clock, config, languageModel } = base
  const { releases } = collecting.weekly
  const hide = base.book.withoutSecrets
  const helpers = makeHelpers({
    ...base,
    unclear: () => [...importing.inbox.unclear(), ...importing.imports.unclear()],
    orders: () => collecting.proposedOrders,
    releases: () => releases,
  })
  const actions = makeActions({
    ...base,
    ...ofLibrary,
    ...collecting,
    searchFor: (issueIds) => search.searchForAll(issueIds, 'issue_wanted'),
    libraryTools: libraryTools({
      db,
      clock,
      releases,
      heldBack: () => gate.read().reason,
      impossible() {
        const route = search.acquisition.route()
        return route.viable ? null : route.reason
      },
      hide,
    }),
    hide,
  })
  return {
    helpers,
    assistant: new Assistant({
      db,
      clock,
      languageModel,
      baseUrl: () => config.get('ai_base_url'),
      isChatOn: () => config.get('ai_chat'),
      isHelperOn: helpers.isOn,
    }),
    ...actions,
    ...makeChat({ ...base, ...actions, dataDir: dirname(base.paths.config) }),
  }
}
