import type { activityRoutes } from './base/activity/routes'
import type { accountRoutes } from './base/auth/account-routes'
import type { deviceRoutes } from './base/auth/device-routes'
import type { authRoutes } from './base/auth/routes'
import type { userRoutes } from './base/auth/user-routes'
import type { configRoutes } from './base/config/routes'
import type { arcRoutes } from './collecting/arcs/routes'
import type { attentionRoutes } from './collecting/attention/routes'
import type { bulkRoutes } from './collecting/bulk/routes'
import type { careRoutes } from './collecting/care/routes'
import type { editRoutes } from './collecting/edits/routes'
import type { migrationRoutes } from './collecting/migration/routes'
import type { readlistRoutes } from './collecting/readlist/routes'
import type { repairRoutes } from './collecting/repair/routes'
import type { requestRoutes } from './collecting/requests/routes'
import type { weeklyRoutes } from './collecting/weekly/routes'
import type { actionRoutes } from './edges/ai/actions/routes'
import type { chatRoutes } from './edges/ai/chat/routes'
import type { turnRoutes } from './edges/ai/chat/turn-routes'
import type { helperRoutes } from './edges/ai/helpers/routes'
import type { assistantRoutes } from './edges/ai/routes'
import type { dashboardRoutes } from './edges/dashboard/routes'
import type { noticeRoutes } from './edges/notify/notice-routes'
import type { hookRoutes } from './edges/notify/routes'
import type { backupRoutes } from './edges/system/backups/routes'
import type { checkRoutes } from './edges/system/checks/routes'
import type { diagnosticsRoutes } from './edges/system/diagnostics/routes'
import type { endRoutes } from './edges/system/end-routes'
import type { folderPickerRoutes } from './edges/system/folder-picker/routes'
import type { jobRoutes } from './edges/system/job-routes'
import type { logRoutes } from './edges/system/log-routes'
import type { loginRoutes } from './edges/system/login-routes'
import type { openapiRoutes } from './edges/system/openapi/routes'
import type { operationRoutes } from './edges/system/operation-routes'
import type { rescueRoutes } from './edges/system/rescue/rescue-routes'
import type { healthRoutes } from './edges/system/routes'
import type { updateRoutes } from './edges/system/updates/routes'
import type { versionRoutes } from './edges/system/version-routes'
import type { acquisitionRoutes } from './intake/acquisition/routes'
import type { clientRoutes } from './intake/downloads/clients/routes'
import type { ddlRoutes } from './intake/downloads/ddl/routes'
import type { queueRoutes } from './intake/downloads/routes'
import type { foldersRoutes } from './intake/imports/folders/routes'
import type { inboxRoutes } from './intake/imports/inbox/routes'
import type { reviewRoutes } from './intake/imports/review/routes'
import type { importRoutes } from './intake/imports/routes'
import type { processingRoutes } from './intake/processing/routes'
import type { searchHealthRoutes } from './intake/search/health/routes'
import type { indexerRoutes } from './intake/search/indexers/routes'
import type { searchReviewRoutes } from './intake/search/reconciliation/routes'
import type { releaseRuleRoutes } from './intake/search/rules/routes'
import type { searchRunRoutes } from './intake/search/runs/routes'
import type { interactiveRoutes } from './intake/search/sessions/routes'
import type { nameRoutes } from './library/credits/routes'
import type { filingRoutes } from './library/filing/routes'
import type { metadataSeriesRoutes } from './library/metadata/edit/series-routes'
import type { metadataSearchRoutes } from './library/metadata/lookup/search-routes'
import type { providerRoutes } from './library/metadata/providers/providers-routes'
import type { readerRoutes } from './library/reading/reader-routes'
import type { browseRoutes, seriesRoutes } from './library/series/routes'
import type { shelfRoutes } from './library/shelves/routes'
import type { taggingRoutes } from './library/tagging/routes'
import type { unwantedRoutes } from './library/unwanted/routes'

/** Types only: what the pages may call, derived from the routes themselves. Streams and files are left out. */

interface Leaf {
  params: unknown
  query: unknown
  body: unknown
  response: unknown
}

type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete'
type Ok<R> = R extends { 200: infer A } ? A : R extends { 201: infer B } ? B : R extends { 202: infer C } ? C : never
type Known<T> = unknown extends T ? never : T

interface Entry<L extends Leaf> {
  params: L['params']
  query: Known<L['query']>
  body: Known<L['body']>
  reply: Ok<L['response']>
}

type Flat<Tree, At extends string = ''> = {
  [K in keyof Tree & string]: K extends Verb
    ? Tree[K] extends Leaf
      ? { [P in `${Uppercase<K>} ${At extends '' ? '/' : At}`]: Entry<Tree[K]> }
      : Flat<Tree[K], `${At}/${K}`>
    : Flat<Tree[K], `${At}/${K}`>
}[keyof Tree & string]

type Merge<U> = (U extends unknown ? (u: U) => void : never) extends (i: infer I) => void ? I : never
type Of<F extends (...deps: never[]) => { '~Routes': unknown }> = Merge<Flat<ReturnType<F>['~Routes']>>

export interface Contract
  extends Of<typeof authRoutes>,
    Of<typeof accountRoutes>,
    Of<typeof userRoutes>,
    Of<typeof deviceRoutes>,
    Of<typeof configRoutes>,
    Of<typeof seriesRoutes>,
    Of<typeof browseRoutes>,
    Of<typeof shelfRoutes>,
    Of<typeof nameRoutes>,
    Of<typeof filingRoutes>,
    Of<typeof bulkRoutes>,
    Of<typeof careRoutes>,
    Of<typeof editRoutes>,
    Of<typeof importRoutes>,
    Of<typeof reviewRoutes>,
    Of<typeof inboxRoutes>,
    Of<typeof foldersRoutes>,
    Of<typeof providerRoutes>,
    Of<typeof metadataSearchRoutes>,
    Of<typeof metadataSeriesRoutes>,
    Of<typeof jobRoutes>,
    Of<typeof logRoutes>,
    Of<typeof loginRoutes>,
    Of<typeof updateRoutes>,
    Of<typeof versionRoutes>,
    Of<typeof readerRoutes>,
    Of<typeof readlistRoutes>,
    Of<typeof openapiRoutes>,
    Of<typeof operationRoutes>,
    Of<typeof taggingRoutes>,
    Of<typeof unwantedRoutes>,
    Of<typeof ddlRoutes>,
    Of<typeof clientRoutes>,
    Of<typeof queueRoutes>,
    Of<typeof indexerRoutes>,
    Of<typeof releaseRuleRoutes>,
    Of<typeof hookRoutes>,
    Of<typeof noticeRoutes>,
    Of<typeof searchHealthRoutes>,
    Of<typeof searchReviewRoutes>,
    Of<typeof searchRunRoutes>,
    Of<typeof interactiveRoutes>,
    Of<typeof endRoutes>,
    Of<typeof backupRoutes>,
    Of<typeof rescueRoutes>,
    Of<typeof checkRoutes>,
    Of<typeof diagnosticsRoutes>,
    Of<typeof processingRoutes>,
    Of<typeof folderPickerRoutes>,
    Of<typeof weeklyRoutes>,
    Of<typeof requestRoutes>,
    Of<typeof acquisitionRoutes>,
    Of<typeof activityRoutes>,
    Of<typeof actionRoutes>,
    Of<typeof chatRoutes>,
    Of<typeof turnRoutes>,
    Of<typeof helperRoutes>,
    Of<typeof dashboardRoutes>,
    Of<typeof arcRoutes>,
    Of<typeof attentionRoutes>,
    Of<typeof repairRoutes>,
    Of<typeof migrationRoutes>,
    Of<typeof assistantRoutes>,
    Of<typeof healthRoutes> {}
