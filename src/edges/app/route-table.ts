import { Elysia } from 'elysia'
import { activityRoutes } from '../../base/activity/routes'
import { accountRoutes } from '../../base/auth/account-routes'
import { deviceRoutes } from '../../base/auth/device-routes'
import { authRoutes } from '../../base/auth/routes'
import { userRoutes } from '../../base/auth/user-routes'
import { configRoutes } from '../../base/config/routes'
import { eventRoutes } from '../../base/events/routes'
import { bodies } from '../../base/http/bodies'
import { shareCompiledSchemas } from '../../base/http/compiled-schemas'
import { errors } from '../../base/http/handler-errors'
import { arcRoutes } from '../../collecting/arcs/routes'
import { deprecatedRoutes } from '../../collecting/attention/deprecated-routes'
import { attentionRoutes } from '../../collecting/attention/routes'
import { bulkRoutes } from '../../collecting/bulk/routes'
import { migrationRoutes } from '../../collecting/migration/routes'
import { readlistRoutes } from '../../collecting/readlist/routes'
import { repairRoutes } from '../../collecting/repair/routes'
import { requestRoutes } from '../../collecting/requests/routes'
import { weeklyRoutes } from '../../collecting/weekly/routes'
import { acquisitionRoutes } from '../../intake/acquisition/routes'
import { clientRoutes } from '../../intake/downloads/clients/routes'
import { ddlRoutes } from '../../intake/downloads/ddl/routes'
import { queueRoutes } from '../../intake/downloads/routes'
import { foldersRoutes } from '../../intake/imports/folders/routes'
import { inboxRoutes } from '../../intake/imports/inbox/routes'
import { reviewRoutes } from '../../intake/imports/review/routes'
import { importRoutes } from '../../intake/imports/routes'
import { itemFiles } from '../../intake/processing/item-files'
import { processingRoutes } from '../../intake/processing/routes'
import { searchHealthRoutes } from '../../intake/search/health/routes'
import { indexerRoutes } from '../../intake/search/indexers/routes'
import { searchReviewRoutes } from '../../intake/search/reconciliation/routes'
import { releaseRuleRoutes } from '../../intake/search/rules/routes'
import { searchRunRoutes } from '../../intake/search/runs/routes'
import { interactiveRoutes } from '../../intake/search/sessions/routes'
import { nameRoutes } from '../../library/credits/routes'
import { filingRoutes } from '../../library/filing/routes'
import { metadataSeriesRoutes } from '../../library/metadata/edit/series-routes'
import { metadataSearchRoutes } from '../../library/metadata/lookup/search-routes'
import { metadataPictureRoutes } from '../../library/metadata/pictures/picture-routes'
import { providerRoutes } from '../../library/metadata/providers/providers-routes'
import { downloadRoutes } from '../../library/reading/download-routes'
import { kosyncRoutes } from '../../library/reading/kosync-routes'
import { readerRoutes } from '../../library/reading/reader-routes'
import { pictureRoutes } from '../../library/reading/routes'
import { browseRoutes, seriesRoutes } from '../../library/series/routes'
import { shelfRoutes } from '../../library/shelves/routes'
import { taggingRoutes } from '../../library/tagging/routes'
import { actionRoutes } from '../ai/actions/routes'
import { chatRoutes } from '../ai/chat/routes'
import { turnRoutes } from '../ai/chat/turn-routes'
import { helperRoutes } from '../ai/helpers/routes'
import { assistantRoutes } from '../ai/routes'
import { dashboardRoutes } from '../dashboard/routes'
import { komgaRoutes } from '../komga/routes'
import { noticeRoutes } from '../notify/notice-routes'
import { hookRoutes } from '../notify/routes'
import { opdsRoutes } from '../opds/routes'
import { opdsV2Routes } from '../opds/v2-routes'
import { backupRoutes } from '../system/backups/routes'
import { checkRoutes } from '../system/checks/routes'
import { diagnosticsRoutes } from '../system/diagnostics/routes'
import { endRoutes } from '../system/end-routes'
import { folderPickerRoutes } from '../system/folder-picker/routes'
import { jobRoutes } from '../system/job-routes'
import { logRoutes } from '../system/log-routes'
import { loginRoutes } from '../system/login-routes'
import type { ApiRoute } from '../system/openapi/document'
import { openapiRoutes } from '../system/openapi/routes'
import { operationRoutes } from '../system/operation-routes'
import { healthRoutes } from '../system/routes'
import { updateRoutes } from '../system/updates/routes'
import { versionRoutes } from '../system/version-routes'

import type { makeCallers } from './callers'
import type { Composition } from './composition'
import type { Dependencies } from './dependencies'

/** The parts of the framework that the app uses. */
interface Router {
  readonly routes: readonly ApiRoute[]
  handle(request: Request): Promise<Response>
}

/** All routes under /api and /opds. */
export function routesOf(
  { ports, config, db, ...rest }: Dependencies,
  composition: Composition,
  callers: ReturnType<typeof makeCallers>,
): Router {
  const { clock, random, files, log } = ports
  const { metadata, importing, reading, filing, folders, browse } = composition
  const { deviceOf, audienceOf, keepOpen } = callers
  shareCompiledSchemas()
  const router: Router = new Elysia()
    .use(errors({ random, log }))
    // Before `bodies`: some apps send OPDS bodies with a type that `bodies` rejects.
    .use(opdsV2Routes({ ...composition.opds, audienceOf, deviceOf, bodyLimitOf: callers.bodyLimitOf }))
    .use(
      komgaRoutes({
        ...{ db, clock, random, files, log, deviceOf, keepOpen },
        ...reading,
        library: composition.apps,
        logins: composition.appLogins,
        users: composition.users,
        streams: composition.streams,
        siteFor: callers.siteFor,
        hasSeries: (comicId) => composition.library.has(comicId),
        onFileSent: (issueId) => reading.digests.digestSoon(issueId),
        scan: (kind) => importing.watch.scheduleScan(kind),
      }),
    )
    .use(turnRoutes({ ...composition, ...callers }))
    .use(bodies({ limitOf: callers.bodyLimitOf }))
    .use(eventRoutes({ ...composition, ...callers, hasSeries: (comicId) => composition.library.has(comicId) }))
    .use(configRoutes(composition))
    .use(authRoutes({ ...composition, ...callers }))
    .use(accountRoutes({ ...composition, ...callers }))
    .use(userRoutes({ ...composition, ...callers }))
    .use(assistantRoutes(composition))
    .use(chatRoutes({ ...composition, ...callers }))
    .use(actionRoutes({ ...composition, ...callers }))
    .use(deviceRoutes(composition))
    .use(bulkRoutes(composition))
    .use(
      seriesRoutes({
        ...composition,
        searchFor: composition.search.searchFor,
        searchForAll: (ids) => composition.search.searchForAll(ids, 'issue_wanted'),
      }),
    )
    .use(browseRoutes(composition))
    .use(shelfRoutes(composition))
    .use(nameRoutes(composition))
    .use(pictureRoutes(reading))
    .use(metadataPictureRoutes(metadata))
    .use(metadataSearchRoutes({ ...metadata, roots: folders.libraries }))
    .use(metadataSeriesRoutes({ ...metadata, browse }))
    .use(providerRoutes(metadata))
    .use(downloadRoutes({ ...reading, files, keepOpen }))
    .use(readerRoutes(reading))
    .use(readlistRoutes(composition))
    .use(kosyncRoutes({ ...reading, isOpen: () => config.get('opds_enable'), deviceOf }))
    .use(taggingRoutes(composition))
    .use(processingRoutes({ ...composition.processing, ...reading, files, keepOpen }))
    .use(queueRoutes({ ...composition.downloads, filesOf: (itemId) => itemFiles(db.read, itemId) }))
    .use(ddlRoutes(composition.downloads))
    .use(clientRoutes(composition.downloads))
    .use(indexerRoutes(composition.search))
    .use(releaseRuleRoutes(composition.search))
    .use(acquisitionRoutes(composition))
    .use(searchReviewRoutes(composition.search))
    .use(searchHealthRoutes(composition.search))
    .use(searchRunRoutes({ ...composition.search, sidOf: (request) => callers.sessionOf(request)?.sid ?? '' }))
    .use(interactiveRoutes({ ...composition.search, ...callers }))
    .use(hookRoutes(composition.hooks))
    .use(noticeRoutes(composition.notices))
    .use(filingRoutes(filing))
    .use(importRoutes(importing))
    .use(reviewRoutes(importing))
    .use(inboxRoutes(importing))
    .use(foldersRoutes(importing))
    .use(
      opdsRoutes({
        ...composition.opds,
        ...reading,
        log,
        files,
        audienceOf,
        onFileSent: (issueId) => reading.digests.digestSoon(issueId),
        keepOpen,
      }),
    )
    .use(helperRoutes(composition))
    .use(arcRoutes(composition))
    .use(weeklyRoutes(composition.weekly))
    .use(requestRoutes(composition))
    .use(activityRoutes(composition))
    .use(dashboardRoutes(composition))
    .use(attentionRoutes(composition.attention))
    .use(deprecatedRoutes(composition.attention))
    .use(repairRoutes({ ...composition, ...callers }))
    .use(migrationRoutes({ ...composition, db }))
    .use(operationRoutes(composition))
    .use(jobRoutes({ ...composition, db }))
    .use(checkRoutes(composition))
    .use(diagnosticsRoutes(composition))
    .use(logRoutes(composition))
    .use(versionRoutes(composition))
    .use(updateRoutes(composition))
    .use(backupRoutes({ ...composition, keepOpen }))
    .use(folderPickerRoutes(composition))
    .use(loginRoutes(rest))
    .use(endRoutes({ ...rest, log }))
    .use(openapiRoutes({ routes: () => router.routes, version: rest.version, siteFor: callers.siteFor }))
    .use(healthRoutes({ db, config, instance: rest.instance, network: rest.network })) as unknown as Router
  return router
}
