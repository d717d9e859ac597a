import type { acquisitionRoutes } from './acquisition/routes'
import type { activityRoutes } from './activity/routes'
import type { actionRoutes } from './ai/actions/routes'
import type { chatRoutes } from './ai/chat/routes'
import type { turnRoutes } from './ai/chat/turn-routes'
import type { helperRoutes } from './ai/helpers/routes'
import type { assistantRoutes } from './ai/routes'
import type { arcRoutes } from './arcs/routes'
import type { attentionRoutes } from './attention/routes'
import type { deviceRoutes } from './auth/device-routes'
import type { authRoutes } from './auth/routes'
import type { bulkRoutes } from './bulk/routes'
import type { configRoutes } from './config/routes'
import type { dashboardRoutes } from './dashboard/routes'
import type { clientRoutes } from './downloads/clients/routes'
import type { ddlRoutes } from './downloads/ddl/routes'
import type { queueRoutes } from './downloads/routes'
import type { filingRoutes } from './filing/routes'
import type { foldersRoutes } from './imports/folders/routes'
import type { inboxRoutes } from './imports/inbox/routes'
import type { reviewRoutes } from './imports/review/routes'
import type { importRoutes } from './imports/routes'
import type { metadataSeriesRoutes } from './metadata/edit/series-routes'
import type { metadataSearchRoutes } from './metadata/lookup/search-routes'
import type { providerRoutes } from './metadata/providers/providers-routes'
import type { movingRoutes } from './moving/routes'
import type { noticeRoutes } from './notify/notice-routes'
import type { hookRoutes } from './notify/routes'
import type { processingRoutes } from './processing/routes'
import type { readerRoutes } from './reading/reader-routes'
import type { readlistRoutes } from './readlist/routes'
import type { repairRoutes } from './repair/routes'
import type { searchHealthRoutes } from './search/health/routes'
import type { indexerRoutes } from './search/indexers/routes'
import type { searchReviewRoutes } from './search/reconciliation/routes'
import type { releaseRuleRoutes } from './search/rules/routes'
import type { searchRunRoutes } from './search/runs/routes'
import type { interactiveRoutes } from './search/sessions/routes'
import type { browseRoutes, seriesRoutes } from './series/routes'
import type { shelfRoutes } from './shelves/routes'
import type { backupRoutes } from './system/backups/routes'
import type { checkRoutes } from './system/checks/routes'
import type { diagnosticsRoutes } from './system/diagnostics/routes'
import type { endRoutes } from './system/end-routes'
import type { folderPickerRoutes } from './system/folder-picker/routes'
import type { jobRoutes } from './system/job-routes'
import type { logRoutes } from './system/log-routes'
import type { loginRoutes } from './system/login-routes'
import type { openapiRoutes } from './system/openapi/routes'
import type { operationRoutes } from './system/operation-routes'
import type { rescueRoutes } from './system/rescue/rescue-routes'
import type { healthRoutes } from './system/routes'
import type { updateRoutes } from './system/updates/routes'
import type { versionRoutes } from './system/version-routes'
import type { taggingRoutes } from './tagging/routes'
import type { weeklyRoutes } from './weekly/routes'

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
    Of<typeof deviceRoutes>,
    Of<typeof configRoutes>,
    Of<typeof seriesRoutes>,
    Of<typeof browseRoutes>,
    Of<typeof shelfRoutes>,
    Of<typeof filingRoutes>,
    Of<typeof bulkRoutes>,
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
    Of<typeof movingRoutes>,
    Of<typeof assistantRoutes>,
    Of<typeof healthRoutes> {}
