import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OWNER_ID } from '../../../base/platform/caller'
import { findIssue } from '../../../library/series/store'
import { type TestApp, type TestOptions, testApp } from '../../../testing/app'
import { makeIssues, makeSeries } from '../../../testing/make'
import type { ProposedAction } from './schema'
import * as store from './store'
import { actionWire } from './wire'

/** Effects of a click on a card, over HTTP. */

let app: TestApp
async function start(options: TestOptions = {}) {
  app = await testApp(options)
  if (findIssue(app.db.read, 'harbor-1')) return
  makeSeries(app.db)
  makeIssues(app.db, 'harbor', [1, 2])
}
beforeEach(() => start())
afterEach(() => app.close())

/** A proposal as the tools store it. */
function wanting(row: Partial<store.NewAction> = {}): string {
  const seen = [{ key: 'harbor-1', label: 'Harbor Lights #1', state: 'Missing' }]
  const change = {
    label: 'Harbor Lights #1',
    before: 'Missing',
    after: 'Wanted',
    comic_id: 'harbor',
    issue_id: 'harbor-1',
  }
  return app.db.write((tx) => {
    const action = store.insertAction(tx, {
      action_id: 'a1',
      user_id: OWNER_ID,
      thread_id: 't1',
      message_id: 'm1',
      kind: 'mark_issues',
      title: 'Want Harbor Lights #1',
      payload: { mark: 'wanted', issue_ids: ['harbor-1'] },
      changes: [change],
      seen,
      created_at: app.clock.now(),
      ...row,
    })
    return action.action_id
  })
}
const at = (verb = '', id = 'a1') => `/api/ai/chat/actions/${id}${verb}`
const post = (path: string, status = 200) =>
  app.reader.json<{ action: ProposedAction; detail: string }>(status, app.reader.post(path))
const intent = () => findIssue(app.db.read, 'harbor-1')?.intent

test('a proposal is shown without fields that only the server needs', async () => {
  wanting()
  const { action } = await app.reader.json<{ action: ProposedAction }>(200, app.reader.get(at()))
  expect(action as unknown).toEqual({
    id: 'a1',
    kind: 'mark_issues',
    status: 'pending',
    outcome: null,
    title: 'Want Harbor Lights #1',
    changes: [
      { label: 'Harbor Lights #1', before: 'Missing', after: 'Wanted', comic_id: 'harbor', issue_id: 'harbor-1' },
    ],
    detail: null,
    thread_id: 't1',
    message_id: 'm1',
    created_at: app.clock.now(),
    updated_at: app.clock.now(),
  })
})

describe('a confirmation', () => {
  test('applies the proposal and notifies open pages', async () => {
    wanting()
    app.events()
    await app.clock.advance('1 min')
    const { action } = await post(at('/confirm'))
    expect(action).toMatchObject({ status: 'confirmed', outcome: 'applied', updated_at: app.clock.now() })
    expect(intent()).toBe('wanted')
    expect(app.events()).toContainEqual({ type: 'issue.changed', issue_id: 'harbor-1', comic_id: 'harbor' })
  })

  test('by a double click counts once', async () => {
    wanting()
    const [one, other] = await Promise.all([post(at('/confirm')), post(at('/confirm'))])
    expect(one).toEqual(other)
    expect(app.events().filter(({ type }) => type === 'issue.changed')).toHaveLength(1)
  })

  test('of a stale proposal says so, and changes nothing', async () => {
    wanting()
    await app.reader.json(200, app.reader.put('/api/series/issues/harbor-1/status', { status: 'ignored' }))
    const { action } = await post(at('/confirm'))
    expect(action).toMatchObject({
      status: 'error',
      outcome: 'stale',
      detail: 'Harbor Lights #1 is now: Ignored. It was: Missing. Nothing was changed.',
    })
    expect(intent()).toBe('ignored')
  })

  test('needs a session and the header that browsers send for it', async () => {
    wanting()
    expect((await app.guest.post(at('/confirm'))).status).toBe(401)
    expect((await app.guest.post(at('/dismiss'))).status).toBe(401)
    expect((await app.client().post(at('/confirm'))).status).toBe(403)
    expect((await app.reader.get(at('/confirm'))).status).toBe(404)
    expect(intent()).toBe('policy')
  })

  test('of a missing proposal, or one for a reading list of another user, is not found', async () => {
    wanting({ action_id: 'a2', user_id: 'lena', kind: 'make_list' })
    for (const path of [at('/confirm', 'x'), at('/confirm', 'a2'), at('/dismiss', 'a2')])
      expect((await post(path, 404)).detail).toStartWith('There is no proposal')
    expect((await app.reader.get(at('', 'a2'))).status).toBe(404)
  })
})

test('a dismissed proposal can no longer be applied, nor an applied one dismissed', async () => {
  wanting()
  expect((await post(at('/dismiss'))).action.status).toBe('dismissed')
  expect((await post(at('/confirm'), 409)).detail).toBe('This proposal was dismissed. Ask the assistant again.')
  expect(intent()).toBe('policy')
  wanting({ action_id: 'a2' })
  await post(at('/confirm', 'a2'))
  await post(at('/dismiss', 'a2'), 409)
})

test('a proposal that was confirmed when the process ended is applied at the next start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'panelkeep-actions-'))
  const kept = { folder, databasePath: join(folder, 'panelkeep.db') }
  await app.close()
  await start(kept)
  wanting()
  app.db.write((tx) => {
    store.moveAction(tx, store.findAction(tx, 'a1')!, { move: 'confirm', at: app.clock.now() })
  })
  await app.close()
  await start(kept)
  expect(intent()).toBe('wanted')
  expect(store.findAction(app.db.read, 'a1')).toMatchObject({ status: 'confirmed', outcome: 'applied' })
  rmSync(folder, { recursive: true, force: true })
})

test('deleting a thread deletes its proposals, and keeps the others', () => {
  wanting()
  wanting({ action_id: 'a2', thread_id: 't2' })
  wanting({ action_id: 'a3', thread_id: null })
  app.db.write((tx) => store.deleteActionsOf(tx, 't1'))
  const left = ['a1', 'a2', 'a3'].flatMap((id) => store.findAction(app.db.read, id) ?? [])
  expect(left.map((row) => actionWire(row).id)).toEqual(['a2', 'a3'])
})
