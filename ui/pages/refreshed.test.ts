import { beforeEach, expect, test } from 'bun:test'
import { act } from 'preact/test-utils'
import type { Endpoint } from '../api/contract'
import { useQuery } from '../api/query'
import { html } from '../html'
import { addToList, removeFromList } from '../state/reading-lists'
import { pauseSearching, searchAll, searchNow, syncFeeds } from '../state/searching'
import { addToArc } from '../state/story-arcs'
import { toasts } from '../state/toasts'
import { refusal, renderPage } from '../testing/render-page'
import { withWindow } from '../testing/window'
import * as downloads from './activity/moves'
import * as arcs from './arcs/changes'
import { addTags, removeTag } from './library/bulk/tag-moves'
import * as lists from './readlist/moves'
import { refreshDetails } from './series/issue/details'
import { saveMarks } from './series/marks'
import { markRead } from './series/read-marks'
import { removeServer, saveServer } from './settings/assistant/server-draft'
import * as clients from './settings/clients/client-save'
import * as wanted from './wanted/moves'
import * as weekly from './weekly/moves'
import type { Release } from './weekly/wire'

withWindow()
beforeEach(() => {
  toasts.value = []
})

/** The content of the screen: one list of each kind. */
const SCREEN = [
  'GET /api/activity/timeline',
  'GET /api/ai/status',
  'GET /api/attention/sections',
  'GET /api/collections',
  'GET /api/config',
  'GET /api/config/clients',
  'GET /api/downloads/queue',
  'GET /api/reading/statistics',
  'GET /api/readlists',
  'GET /api/releases',
  'GET /api/search/runs',
  'GET /api/series',
  'GET /api/storyarcs',
  'GET /api/tags',
  'GET /api/wanted',
]

function Screen() {
  for (const name of SCREEN) useQuery(name as Endpoint)
  return html`<p>Lists</p>`
}

const RUN = { success: true, run_id: 'r1', message: 'Searching.' }
const CHANGES = { added: [{ name: 'noir', ids: ['1'] }], removed: [{ name: 'noir', ids: ['1'] }] }
/** Replies with the fields that an action reads; any reply works for the other requests. */
const REPLIES = {
  'POST /api/series/bulk': { operation_id: 'o1', series: 1 },
  'POST /api/search/force': RUN,
  'POST /api/search/rss/force': RUN,
  'POST /api/tags/assign': CHANGES,
  'POST /api/readlists/l1/issues': { changed: 1 },
  'POST /api/storyarcs/a1/issues': { message: 'Added.' },
  'POST /api/weekly/refresh': { state: 'done' },
}

/** The lists that are requested again after `action`, then after the undo of its toast. */
async function refreshedBy(action: () => unknown, replies: object, otherwise: () => unknown) {
  const all = { ...Object.fromEntries(SCREEN.map((name) => [name, {}])), ...replies }
  const page = await renderPage(html`<${Screen} />`, { replies: all, otherwise })
  const after = async (work: () => unknown) => {
    page.requests.length = 0
    await act(async () => void (await work()))
    await page.whenIdle()
    return [...new Set(page.requests.map(({ name }) => name).filter((name) => SCREEN.includes(name)))].sort()
  }
  const first = await after(action)
  const undo = toasts.value.at(-1)?.action
  return { first, undone: undo && (await after(undo.run)) }
}

const ROW = { arc_id: 'a1', issue_arc_id: 'x1' }
const ISSUES = [{ id: 'i1', label: 'Harbor #1' }]
const RELEASE = { release_id: 'w1', issue_id: 'i1', series: 'Harbor', number: '1' } as unknown as Release
const SERVER = { preset: 'custom', baseUrl: 'http://ai.test', model: 'm', key: 'k' } as Parameters<typeof saveServer>[0]
const CLIENT = {} as Parameters<typeof clients.addClient>[0]

const DOWNLOADS = ['GET /api/activity/timeline', 'GET /api/attention/sections', 'GET /api/downloads/queue']
const WANTED = ['GET /api/wanted']
const RELEASES = ['GET /api/releases']
const SERIES = ['GET /api/series']
const TAGGED = ['GET /api/series', 'GET /api/tags']
const SEARCHED = ['GET /api/search/runs', 'GET /api/wanted']
const LISTS = ['GET /api/readlists']
const ARCS = ['GET /api/storyarcs']
const CLIENTS = ['GET /api/config/clients']
const ASSISTANT = ['GET /api/ai/status', 'GET /api/config', 'GET /api/config/clients']
const CONFIG = ['GET /api/config', 'GET /api/config/clients', ...SEARCHED]

type Row = [what: string, action: () => unknown, lists: string[], undone?: string[]]

/** Actions that refetch the lists also after a refusal, since a part may have happened. */
const ALWAYS: Row[] = [
  ['skipping issues', () => wanted.stopWanting(ISSUES), WANTED, WANTED],
  ['keeping files', () => wanted.keepFiles(ISSUES), WANTED, WANTED],
  ['unmonitoring series', () => wanted.unmonitorSeries(['1']), WANTED, WANTED],
  ['cancelling a download', () => downloads.cancelDownload('d1', 'Harbor'), DOWNLOADS],
  ['removing a download', () => downloads.removeDownload('d1', 'Harbor', { keep_data: false, block: true }), DOWNLOADS],
  ['pausing a download', () => downloads.controlDownload('d1', 'pause', 'Harbor'), DOWNLOADS],
  ['retrying a download', () => downloads.retryDownload('d1', 'Harbor'), DOWNLOADS],
  ['importing as', () => downloads.importAs('d1', { placement_id: 'p1', label: 'Harbor' }), DOWNLOADS],
  ['unblocking a release', () => downloads.unblock('b1', 'Harbor'), DOWNLOADS],
  ['clearing the history', () => downloads.clearHistory(undefined, 'Done.'), DOWNLOADS],
  ['following a release', () => weekly.followRelease(RELEASE), RELEASES],
  ['wanting a release', () => weekly.wantRelease(RELEASE), RELEASES],
  ['refreshing releases', () => weekly.refreshReleases('2026-11-28'), RELEASES],
  ['searching for issues', () => searchNow(ISSUES), SEARCHED],
  ['ordering a list', () => lists.saveListOrder('l1', ['i1']), LISTS],
  ['removing from a list', () => lists.removeEntries('l1', ['i1']), LISTS],
  ['bringing back to a list', () => lists.restoreEntries('l1', ['i1']), LISTS],
  ['deleting a list', () => lists.deleteList('l1'), LISTS],
  ['bringing back a list', () => lists.restoreList('l1'), LISTS],
  ['taking out of a list', () => removeFromList('l1', ['i1']), LISTS],
  ['ordering an arc', () => arcs.saveArcOrder('a1', ['x1']), ARCS],
  ['undoing that', () => arcs.undoOrder('a1'), ARCS],
  ['marking in an arc', () => arcs.setStatus(ROW, 'Read'), ARCS],
  ['removing from an arc', () => arcs.removeIssue(ROW), ARCS],
  ['removing several from an arc', () => arcs.removeIssues('a1', ['x1']), ARCS, ARCS],
  ['bringing back to an arc', () => arcs.restoreIssues('a1'), ARCS],
  ['choosing an issue of an arc', () => arcs.chooseIssue(ROW, 'i1'), ARCS],
  ['deleting an arc', () => arcs.deleteArc('a1'), ARCS],
  ['adding a client', () => clients.addClient(CLIENT), CLIENTS],
  ['changing a client', () => clients.changeClient('c1', {}), CLIENTS],
  ['removing a client', () => clients.removeClient('c1'), CLIENTS],
  ['ordering clients', () => clients.reorderClients(['c1']), CLIENTS],
]

/** Actions of which a refusal changes nothing. */
const ON_SUCCESS: Row[] = [
  ['marking issues read', () => markRead(ISSUES, true), ['GET /api/reading/statistics']],
  ['changing the marks of a series', () => saveMarks('1', {}), SERIES],
  ['tagging series', () => addTags(['1'], ['noir']), TAGGED, TAGGED],
  ['untagging series', () => removeTag(['1'], 'noir'), TAGGED, TAGGED],
  ['searching for all', () => searchAll(), SEARCHED],
  ['looking at the feeds', () => syncFeeds(), SEARCHED],
  ['pausing searches', () => pauseSearching(true), CONFIG],
  ['adding to a list', () => addToList({ list_id: 'l1', name: 'Noir' } as never, ISSUES), LISTS, LISTS],
  ['renaming a list', () => lists.renameList('l1', 'Noir'), LISTS],
  ['renaming an arc', () => arcs.renameArc('a1', 'Noir'), ARCS],
  ['adding to an arc', () => addToArc({ arc_id: 'a1' }, ISSUES), ARCS],
  ['updating an issue', () => refreshDetails('i1'), SERIES],
  ['saving the model server', () => saveServer(SERVER), ASSISTANT],
  ['removing the model server', () => removeServer(), ASSISTANT],
]

const rows = [...ALWAYS, ...ON_SUCCESS].map(([what, action, names, undone]) => ({ what, action, names, undone }))

test.each(rows)('$what refetches the changed lists, and so does its undo', async ({ action, names, undone }) => {
  expect(await refreshedBy(action, REPLIES, () => ({}))).toEqual({ first: names, undone })
})

const refuse = () => refusal(503, 'The disk sleeps.')

test.each(ALWAYS)('%s refetches even after a refusal, and does not throw', async (_what, action, names) => {
  expect((await refreshedBy(action, {}, refuse)).first).toEqual(names)
})

test.each(ON_SUCCESS)('%s refetches nothing after a refusal', async (_what, action) => {
  const quiet = async () => {
    try {
      await action()
    } catch {}
  }
  expect((await refreshedBy(quiet, {}, refuse)).first).toEqual([])
})
