import { afterEach, describe, expect, spyOn, test } from 'bun:test'
import { html } from '../html'
import { storeKeptUser } from '../kept/kept-issues'
import { keptUser } from '../kept/kept-user'
import { keptCache } from '../kept/names'
import { numberWords } from '../parts/text/format'
import { formatFor } from '../parts/text/locale'
import { startUnder } from '../root'
import { fakeCaches } from '../testing/cache-storage'
import { type Replies, refusal, renderPage } from '../testing/render-page'
import { sessionUser } from '../testing/session-user'
import { withWindow } from '../testing/window'
import { ownKey, progress } from './progress'
import { checkSession, enter, logOut, reloadApp, session } from './session'
import { showToast, toasts } from './toasts'
import { currentUser, isOwner, isReader, mayDownload, mayRequest, type SessionUser } from './user'

withWindow()
afterEach(() => {
  session.value = { is: 'unknown' }
  currentUser.value = null
  formatFor(['en-GB'])
})

async function enterAs(user: SessionUser | null, more: Replies = {}) {
  await renderPage(html`<p></p>`, {
    replies: {
      'GET /api/auth/check-setup': { success: true, needs_setup: false },
      'GET /api/auth/check-session': { authenticated: user !== null, username: user?.name, setup_step: null, user },
      'POST /api/auth/logout': { success: true },
      ...more,
    },
  })
  return checkSession()
}
const facts = () => [isOwner(), isReader(), mayDownload(), mayRequest()]

test.each<[more: Partial<SessionUser>, facts: boolean[]]>([
  [{}, [true, false, true, true]],
  [{ sees: 'reader' }, [false, true, true, true]],
  [{ role: 'manager' }, [false, false, true, true]],
  [{ role: 'reader', sees: 'reader', may_download: false, may_request: false }, [false, true, false, false]],
])('the user with %j is owner, reader, may download, may ask: %j', async (more, expected) => {
  await enterAs(sessionUser(more))
  expect(facts()).toEqual(expected)
})

test('dates and numbers have the language of the user until the logout', async () => {
  await enterAs(sessionUser({ date_locale: 'de-DE' }))
  expect(numberWords(1_234)).toBe('1.234')
  await logOut()
  expect(numberWords(1_234)).toBe('1,234')
  expect(currentUser.value).toBeNull()
})

test('bookmarks that the server does not have yet are sent before the logout', async () => {
  const mark = 'PUT /api/reading/issues/i1/bookmarks/2'
  const sent: string[] = []
  const note = (name: string, reply: object) => () => {
    sent.push(name)
    return reply
  }
  await enterAs(sessionUser(), {
    [mark]: note('bookmark', { bookmarks: [] }),
    'POST /api/auth/logout': note('logout', { success: true }),
  })
  localStorage.setItem('panelkeep.reader.bookmarks', JSON.stringify({ i1: { 2: { set: true, at: '' } } }))
  await logOut()
  expect([sent, localStorage.getItem('panelkeep.reader.bookmarks')]).toEqual([['bookmark', 'logout'], null])
})

test('what a user was told is gone after the logout', async () => {
  await enterAs(sessionUser())
  showToast('Night Cellar is wanted.', { action: { label: 'Undo', run: () => undefined } })
  await logOut()
  expect(toasts.value).toEqual([])
})

describe('issues on this device', () => {
  const mia = sessionUser({ user_id: 'u2', name: 'Mia', role: 'reader' })
  const MORE = 'panelkeep/shelf kept u2 1'
  const keepAs = async (user: SessionUser) => {
    Object.assign(globalThis, { caches: fakeCaches() })
    for (const name of [keptCache('', { user_id: user.user_id, issue_id: '1' }), 'panelkeep shell 1', MORE])
      await caches.open(name)
    storeKeptUser(user)
  }
  const left = async () => [keptUser()?.user_id, (await caches.keys()).filter((name) => name.includes(' kept '))]

  test('stay when the same user logs in again', async () => {
    await keepAs(mia)
    await enterAs(mia)
    expect(await left()).toEqual(['u2', ['panelkeep kept u2 1', MORE]])
  })

  test('are removed at logout, without those of another Panelkeep on the host', async () => {
    await keepAs(mia)
    await enterAs(mia)
    await logOut()
    expect(await left()).toEqual([undefined, [MORE]])
  })

  test('are removed when another user logs in or switches to their account', async () => {
    await keepAs(mia)
    await enterAs(sessionUser({ user_id: 'u3', role: 'reader' }))
    expect(await left()).toEqual([undefined, [MORE]])
    await keepAs(mia)
    await reloadApp()
    expect(await left()).toEqual([undefined, [MORE]])
  })
})

test('a page reloads when another tab logs in as another user, and belongs to its own user until then', async () => {
  await enterAs(sessionUser({ user_id: 'u2', role: 'reader' }))
  const opened = spyOn(location, 'assign').mockImplementation(() => undefined)
  await enterAs(sessionUser({ user_id: 'u3', role: 'reader' }))
  expect(opened.mock.calls).toEqual([['/']])
  expect(currentUser.value?.user_id).toBe('u2')
  opened.mockRestore()
})

test('a refusal of the progress of another user finds out about the switch', async () => {
  await enterAs(sessionUser({ user_id: 'u2', role: 'reader' }))
  const opened = spyOn(location, 'assign').mockImplementation(() => undefined)
  const user = sessionUser({ user_id: 'u3', role: 'reader' })
  const page = await renderPage(html`<p></p>`, {
    replies: {
      'GET /api/auth/check-setup': { success: true, needs_setup: false },
      'GET /api/auth/check-session': { authenticated: true, username: user.name, setup_step: null, user },
      'PUT /api/reading/issues/1/progress': () =>
        refusal(401, 'Another user is logged in now.', { error: 'other_user' }),
    },
  })
  progress().record('1', 3, { page_count: 9 })
  await progress().flush()
  await page.whenIdle()
  expect(opened.mock.calls).toEqual([['/']])
  expect(session.peek().is).toBe('in')
  expect(JSON.parse(localStorage.getItem('panelkeep.reader.progress.u2') ?? '{}')).toMatchObject({ 1: { page: 3 } })
  progress().drop('1')
  opened.mockRestore()
})

test('a guest has no user', async () => {
  expect(await enterAs(null)).toBe(false)
  expect(currentUser.value).toBeNull()
})

test('a server that does not answer leaves the user as it was', async () => {
  await enterAs(sessionUser())
  await enterAs(null, { 'GET /api/auth/check-session': refusal(503, 'The disk sleeps.') })
  expect(isOwner()).toBe(true)
})

test('a login sends the progress that was refused since the session ended', async () => {
  const sent: unknown[] = []
  const note = (request: unknown) => {
    sent.push(request)
    return { progress: { page: 4 } }
  }
  await enterAs(sessionUser(), { 'PUT /api/reading/issues/i1/progress': refusal(401, 'Session expired or invalid.') })
  progress().record('i1', 4)
  await progress().flush()
  expect(progress().unsent('i1')?.page).toBe(4)
  await enterAs(null, {
    'GET /api/auth/check-session': { authenticated: true, username: 'ana', user: sessionUser() },
    'PUT /api/reading/issues/i1/progress': note,
  })
  await enter('ana')
  // At once: a retry would come seconds later.
  for (let turn = 0; turn < 50 && sent.length === 0; turn++) await Bun.sleep(0)
  expect(sent).toHaveLength(1)
  await progress().flush()
  expect([sent.length, progress().unsent('i1')]).toEqual([1, undefined])
})

test('unsent progress is kept apart for each user of a device, also when the session ends before it is stored', () => {
  currentUser.value = sessionUser()
  expect(ownKey('p')).toBe('p')
  currentUser.value = sessionUser({ role: 'reader', user_id: 'u1' })
  expect(ownKey('p')).toBe('p.u1')
  currentUser.value = null
  expect(ownKey('p')).toBe('p.u1')
})

test('unsent progress is kept apart for each Panelkeep of a host', () => {
  const keysUnder = (folder: string) => {
    startUnder(folder)
    return [sessionUser(), sessionUser({ role: 'reader', user_id: 'u1' })].map((user) => {
      currentUser.value = user
      return ownKey('p')
    })
  }
  const keys = ['', '/a', '/b'].flatMap(keysUnder)
  startUnder('')
  expect(keys).toEqual(['p', 'p.u1', 'p/a', 'p.u1/a', 'p/b', 'p.u1/b'])
})
