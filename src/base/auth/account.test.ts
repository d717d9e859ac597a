import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type Client, LOGIN, login as ownerCookie, type TestApp, testApp } from '../../testing/app'
import { addUser, PASSWORD } from '../../testing/users'
import { OWNER_ID } from '../platform/caller'
import { makePicture } from '../platform/images'

/** Invitations, own accounts, and browsers that several users share. */

let app: TestApp
let owner: Client
let serial = 0
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  owner = app.client({ ...CSRF, Cookie: await ownerCookie(app.guest) })
})

const CSRF = { 'X-Requested-With': 'ServiceFrontend' }
/** Names are unique, since the tests share an app. */
const newName = () => `Kit ${++serial}`
const addKit = (name: string) => addUser({ ...app, reader: owner }, name)
const tokenIn = (url: string) => new URL(url).pathname.split('/').at(-1)!
const detailOf = async (reply: Response) => ((await reply.json()) as { detail: string }).detail

/** A browser: keeps the cookies of its replies. */
function browser(origin = 'http://localhost:8090', ip = '127.0.0.1') {
  const jar = new Map<string, string>()
  const send = async (method: string, path: string, body?: object) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...CSRF, Cookie: cookie, ...(body && { 'Content-Type': 'application/json' }) }
    const request = new Request(`${origin}${path}`, { method, headers, body: body && JSON.stringify(body) })
    const reply = await app.app.fetch(request, { ip, keepOpen: () => {} })
    for (const each of reply.headers.getSetCookie()) {
      const [name, value] = each.split(';')[0]!.split('=') as [string, string]
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    return reply
  }
  return {
    jar,
    send,
    login: (username: string, password = PASSWORD) => send('POST', '/api/auth/login', { username, password }),
    switchTo: (user_id: string, how: object) => send('POST', '/api/auth/switch', { user_id, ...how }),
    known: async () =>
      (
        (await (await send('GET', '/api/auth/known-users')).json()) as {
          users: { user_id: string; has_pin: boolean }[]
        }
      ).users,
    who: async () => {
      const { user } = (await (await send('GET', '/api/auth/check-session')).json()) as { user?: Who }
      return user
    },
  }
}
interface Who {
  user_id: string
  role: string
  sees: string
}

describe('an invitation', () => {
  interface Added {
    user: { user_id: string; invited: boolean }
    invitation: { url: string; expires_at: string }
  }
  const invited = () => owner.json<Added>(201, owner.post('/api/users', { name: newName(), role: 'reader' }))
  const accept = (token: string, password = PASSWORD) => app.guest.post(`/api/auth/invitation/${token}`, { password })

  test('may be looked at often, and is used once', async () => {
    const token = tokenIn((await invited()).invitation.url)
    for (let times = 0; times < 3; times++) {
      const shown = await app.guest.json(200, app.guest.get(`/api/auth/invitation/${token}`))
      expect(shown).toMatchObject({ role: 'reader', house: LOGIN.username })
    }
    expect((await accept(token)).status).toBe(200)
    for (const reply of [await accept(token), await app.guest.get(`/api/auth/invitation/${token}`)]) {
      expect(reply.status).toBe(410)
      expect(await detailOf(reply)).toContain('used or has expired')
    }
  })

  test('is not used up by a password that is too short', async () => {
    const token = tokenIn((await invited()).invitation.url)
    for (const password of ['', 'short', '       ']) expect((await accept(token, password)).status, password).toBe(400)
    expect((await accept(token)).status).toBe(200)
  })

  test('lasts seven days, and not a moment longer', async () => {
    const [early, late] = [await invited(), await invited()]
    await app.clock.advance('167 h')
    expect((await accept(tokenIn(early.invitation.url))).status).toBe(200)
    await app.clock.advance('1 h')
    expect((await accept(tokenIn(late.invitation.url))).status).toBe(410)
    owner = app.client({ ...CSRF, Cookie: await ownerCookie(app.guest) })
    const { users } = await owner.json<{ users: Added['user'][] }>(200, owner.get('/api/users'))
    expect(users.find(({ user_id }) => user_id === late.user.user_id)?.invited).toBe(false)
  })

  test('lets one of two that accept it at the same time in', async () => {
    const token = tokenIn((await invited()).invitation.url)
    const replies = await Promise.all([accept(token, 'first password'), accept(token, 'second password')])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 410])
  })

  test('ends with the next one, with the deletion of the user, and never without a token', async () => {
    const { user, invitation } = await invited()
    const next = await owner.json<{ url: string }>(200, owner.post(`/api/users/${user.user_id}/invitation`))
    expect((await accept(tokenIn(invitation.url))).status).toBe(410)
    await owner.delete(`/api/users/${user.user_id}`)
    expect((await accept(tokenIn(next.url))).status).toBe(410)
    for (const token of ['x', 'a'.repeat(200), '%00', '..%2f..']) expect((await accept(token)).status, token).toBe(410)
    expect((await accept('a'.repeat(201))).status).toBe(400)
  })

  test('sets a new password for a user who forgot it, and ends the earlier sessions only then', async () => {
    const kit = await addKit(newName())
    const { url } = await owner.json<{ url: string }>(200, owner.post(`/api/users/${kit.user_id}/invitation`))
    expect((await kit.get('/api/account')).status).toBe(200)
    expect((await accept(tokenIn(url), 'another password')).status).toBe(200)
    expect((await kit.get('/api/account')).status).toBe(401)
  })

  test('is stored as a hash, and its token is in no log line', async () => {
    const token = tokenIn((await invited()).invitation.url)
    await app.guest.get(`/api/auth/invitation/${token}`)
    await accept(token, 'x')
    expect(app.db.read.all('select token_hash from invitations').flat().join()).not.toContain(token)
    await accept(token)
    expect(app.log.join('\n')).toContain('invitation accepted')
    expect(app.log.join('\n')).not.toContain(token)
  })
})

describe('an account', () => {
  test('changes name and password only with the current password', async () => {
    const kit = await addKit(newName())
    for (const change of [{ name: newName() }, { password: 'a new password' }])
      for (const current of [{}, { current_password: '' }, { current_password: 'wrong guess' }]) {
        const reply = await kit.patch('/api/account', { ...change, ...current })
        expect(reply.status).toBeGreaterThanOrEqual(400)
        await app.clock.advance('6 min')
      }
    const name = newName()
    const changed = await kit.patch('/api/account', { name, current_password: PASSWORD })
    expect(await changed.json()).toMatchObject({ name })
    expect((await kit.get('/api/account')).status).toBe(200)
  })

  test('stays logged in with the session that changes the password, and nowhere else', async () => {
    const name = newName()
    const kit = await addKit(name)
    const [tablet, phone] = [browser(), browser()]
    await tablet.login(name)
    await phone.login(name)
    await phone.send('PUT', '/api/account/pin', { pin: '2468', current_password: PASSWORD })
    const change = { password: 'a new password', current_password: PASSWORD }
    expect((await tablet.send('PATCH', '/api/account', change)).status).toBe(200)
    expect((await tablet.who())?.user_id).toBe(kit.user_id)
    expect(await phone.who()).toBeUndefined()
    expect((await phone.switchTo(kit.user_id, { pin: '2468' })).status).toBe(401)
    expect((await browser().login(name)).status).toBe(401)
    expect((await browser().login(name, 'a new password')).status).toBe(200)
    const { users } = await owner.json<{ users: { user_id: string; sessions: number }[] }>(200, owner.get('/api/users'))
    expect(users.find(({ user_id }) => user_id === kit.user_id)?.sessions).toBe(2)
  })

  const refused: [change: object, status: number][] = [
    [{ picture: 'no base64!' }, 400],
    [{ picture: btoa('no picture') }, 400],
    [{ picture: 'A'.repeat(700_001) }, 400],
    [{ colour: 'beige' }, 400],
    [{ date_locale: 'no_language' }, 400],
    [{ date_locale: 'xx-YY' }, 400],
    [{ share_reading: 'yes' }, 400],
    [{ role: 'owner', user_id: OWNER_ID }, 200],
  ]
  test('stays as it is for anything that it cannot be', async () => {
    const kit = await addKit(newName())
    const before = await kit.json(200, kit.get('/api/account'))
    for (const [change, status] of refused) {
      const what = JSON.stringify(change).slice(0, 80)
      expect((await kit.patch('/api/account', change)).status, what).toBe(status)
      expect(await kit.json(200, kit.get('/api/account')), what).toEqual(before)
    }
  })

  test('keeps a picture as a small WebP, and refuses one with too many pixels', async () => {
    const kit = await addKit(newName())
    const pixel = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const jpeg = await makePicture(pixel, { type: 'jpeg', quality: 80 })
    for (const bytes of [pixel, Buffer.from(jpeg)]) {
      const sent = await kit.patch('/api/account', { picture: bytes.toString('base64') })
      expect(((await sent.json()) as { picture: string }).picture).toStartWith('data:image/webp;base64,')
    }
    const huge = Buffer.from(pixel)
    huge.writeUInt32BE(200_000, 16)
    huge.writeUInt32BE(200_000, 20)
    expect((await kit.patch('/api/account', { picture: huge.toString('base64') })).status).toBe(400)
    expect(await (await kit.patch('/api/account', { picture: null })).json()).toMatchObject({ picture: null })
  })

  test('writes dates in a language that is known, in its usual spelling', async () => {
    const kit = await addKit(newName())
    const sent = await kit.json(200, kit.patch('/api/account', { date_locale: 'de-ch' }))
    expect(sent.date_locale).toBe('de-CH')
    expect((await kit.json(200, kit.patch('/api/account', { date_locale: null }))).date_locale).toBeNull()
  })

  test('of the owner changes name and password elsewhere', async () => {
    const reply = await owner.patch('/api/account', { name: 'Boss', current_password: LOGIN.password })
    expect(reply.status).toBe(409)
    expect((await owner.patch('/api/account', { colour: 'pink' })).status).toBe(200)
  })
})

describe('a PIN', () => {
  const withPin = async (pin = '2468') => {
    const name = newName()
    const kit = await addKit(name)
    const tablet = browser()
    await tablet.login(name)
    expect((await tablet.send('PUT', '/api/account/pin', { pin, current_password: PASSWORD })).status).toBe(200)
    return { kit, tablet }
  }

  const lengths: [pin: string, status: number][] = [
    ['123', 400],
    ['1234', 200],
    ['12345678', 200],
    ['123456789', 400],
    ['12a4', 400],
    ['١٢٣٤', 400],
    ['1234\n', 400],
    ['', 400],
  ]
  test('makes no key of a reading app, which would outlive it', async () => {
    const { kit, tablet } = await withPin()
    expect((await tablet.send('POST', '/api/devices', { name: 'Tablet' })).status).toBe(200)
    expect((await tablet.switchTo(kit.user_id, { pin: '2468' })).status).toBe(200)
    const reply = await tablet.send('POST', '/api/devices', { name: 'Tablet' })
    expect(reply.status).toBe(403)
    expect(await reply.text()).toContain('Log in with the password')
  })

  test('has four to eight digits', async () => {
    const { tablet } = await withPin()
    for (const [pin, status] of lengths) {
      const reply = await tablet.send('PUT', '/api/account/pin', { pin, current_password: PASSWORD })
      expect(reply.status, JSON.stringify(pin)).toBe(status)
    }
  })

  test('needs the password to be set, and none to be removed', async () => {
    const { kit, tablet } = await withPin()
    const wrong = await tablet.send('PUT', '/api/account/pin', { pin: '1111', current_password: 'wrong guess' })
    expect(wrong.status).toBe(403)
    expect((await tablet.switchTo(kit.user_id, { pin: '2468' })).status).toBe(200)
    expect((await tablet.send('DELETE', '/api/account/pin')).status).toBe(200)
    expect((await tablet.switchTo(kit.user_id, { pin: '2468' })).status).toBe(401)
  })

  test('is deleted by the fifth wrong one, and a right one before starts the count again', async () => {
    const { kit, tablet } = await withPin()
    for (let times = 0; times < 4; times++)
      expect((await tablet.switchTo(kit.user_id, { pin: '0000' })).status).toBe(401)
    expect((await tablet.switchTo(kit.user_id, { pin: '2468' })).status).toBe(200)
    for (let times = 0; times < 4; times++) await tablet.switchTo(kit.user_id, { pin: '0000' })
    expect((await tablet.known()).map(({ has_pin }) => has_pin)).toEqual([true])
    const fifth = await tablet.switchTo(kit.user_id, { pin: '0000' })
    expect(fifth.status).toBe(401)
    expect(await detailOf(fifth)).toContain('removed')
    expect((await tablet.known()).map(({ has_pin }) => has_pin)).toEqual([false])
    expect((await tablet.switchTo(kit.user_id, { pin: '2468' })).status).toBe(401)
    expect((await tablet.switchTo(kit.user_id, { password: PASSWORD })).status).toBe(200)
  })

  test('is guessed no more than five times, also by tries at the same time', async () => {
    const { kit, tablet } = await withPin()
    const pins = ['0000', '1111', '2222', '3333', '4444', '5555', '2468']
    const replies = await Promise.all(pins.map((pin) => tablet.switchTo(kit.user_id, { pin })))
    expect(replies.map(({ status }) => status)).toEqual(pins.map(() => 401))
  })

  test('opens nothing in another browser, nor for another user', async () => {
    const { kit, tablet } = await withPin()
    const other = await withPin('1357')
    expect((await other.tablet.switchTo(kit.user_id, { pin: '2468' })).status).toBe(401)
    expect((await browser().switchTo(kit.user_id, { pin: '2468' })).status).toBe(401)
    expect((await tablet.switchTo(other.kit.user_id, { pin: '1357' })).status).toBe(401)
    expect((await tablet.switchTo('nobody', { pin: '2468' })).status).toBe(401)
  })

  test('of the owner opens what readers reach, until the password is typed', async () => {
    const tablet = browser()
    await tablet.login(LOGIN.username, LOGIN.password)
    const pin = { pin: '9753', current_password: LOGIN.password }
    expect((await tablet.send('PUT', '/api/account/pin', pin)).status).toBe(200)
    await addKit(newName())
    expect((await tablet.switchTo(OWNER_ID, { pin: '9753' })).status).toBe(200)
    expect(await tablet.who()).toMatchObject({ role: 'owner', sees: 'reader' })
    expect((await tablet.send('GET', '/api/users')).status).toBe(403)
    expect((await tablet.switchTo(OWNER_ID, { password: LOGIN.password })).status).toBe(200)
    expect(await tablet.who()).toMatchObject({ role: 'owner', sees: 'everything' })
    expect((await tablet.send('GET', '/api/users')).status).toBe(200)
  })

  test('of the owner ends with a change of the password', async () => {
    const tablet = browser()
    await tablet.login(LOGIN.username, LOGIN.password)
    const pin = { pin: '9753', current_password: LOGIN.password }
    await tablet.send('PUT', '/api/account/pin', pin)
    const phone = browser()
    await phone.login(LOGIN.username, LOGIN.password)
    const change = { current_password: LOGIN.password, new_password: 'another horse' }
    expect((await phone.send('PUT', '/api/auth/account', change)).status).toBe(200)
    expect((await phone.who())?.role).toBe('owner')
    expect(await tablet.who()).toBeUndefined()
    expect((await tablet.switchTo(OWNER_ID, { pin: '9753' })).status).toBe(401)
    const back = { current_password: 'another horse', new_password: LOGIN.password }
    expect((await phone.send('PUT', '/api/auth/account', back)).status).toBe(200)
  })
})

describe('a shared browser', () => {
  test('offers those who logged in with it, the last one first, and no other browser does', async () => {
    const names = [newName(), newName()]
    const users = [await addKit(names[0]!), await addKit(names[1]!)]
    const tablet = browser()
    expect(await tablet.known()).toEqual([])
    await tablet.login(names[0]!)
    await app.clock.advance('1 min')
    await tablet.login(names[1]!)
    const ids = async () => (await tablet.known()).map(({ user_id }) => user_id)
    expect(await ids()).toEqual([users[1]!.user_id, users[0]!.user_id])
    expect(await browser().known()).toEqual([])
    await owner.delete(`/api/users/${users[1]!.user_id}`)
    expect(await ids()).toEqual([users[0]!.user_id])
  })

  test('ends the session of the user before it', async () => {
    const name = newName()
    const kit = await addKit(name)
    const tablet = browser()
    await tablet.login(LOGIN.username, LOGIN.password)
    const before = app.client({ ...CSRF, Cookie: `service_session=${tablet.jar.get('service_session')}` })
    expect((await before.get('/api/users')).status).toBe(200)
    expect((await tablet.switchTo(kit.user_id, { password: PASSWORD })).status).toBe(200)
    expect((await before.get('/api/users')).status).toBe(401)
    expect((await tablet.who())?.user_id).toBe(kit.user_id)
  })

  test('refuses a switch without or with a wrong password, as it refuses one to nobody', async () => {
    const kit = await addKit(newName())
    const at = async (user_id: string, how: object) => {
      const reply = await browser('http://localhost:8090', `127.0.0.${++serial}`).switchTo(user_id, how)
      return [reply.status, await reply.text()]
    }
    expect(await at(kit.user_id, { password: 'wrong guess' })).toEqual(await at('nobody', { password: 'wrong guess' }))
    expect((await at(kit.user_id, { password: 'wrong guess' }))[0]).toBe(401)
    expect((await at(kit.user_id, {}))[0]).toBe(400)
  })

  describe('drops its cached pictures', () => {
    const CLEARED = '"cache"'
    const cleared = (reply: Response) => reply.headers.get('Clear-Site-Data')

    test('at a logout and when another user comes, not when the same one does', async () => {
      const name = newName()
      const kit = await addKit(name)
      const tablet = browser()
      expect(cleared(await tablet.login(LOGIN.username, LOGIN.password))).toBeNull()
      await app.clock.advance('1 min')
      expect(cleared(await tablet.login(LOGIN.username, LOGIN.password))).toBeNull()
      expect(cleared(await tablet.switchTo(kit.user_id, { password: 'wrong guess' }))).toBeNull()
      expect(cleared(await tablet.switchTo(kit.user_id, { password: PASSWORD }))).toBe(CLEARED)
      await app.clock.advance('1 min')
      expect(cleared(await tablet.login(LOGIN.username, LOGIN.password))).toBe(CLEARED)
      expect(cleared(await tablet.send('POST', '/api/auth/logout'))).toBe(CLEARED)
    })

    test.each([
      ['http://127.0.0.1:8090', true],
      ['https://attic', true],
      ['http://attic:8090', false],
    ])('at %s: %p', async (origin, clears) => {
      const tablet = browser(origin)
      await tablet.login(LOGIN.username, LOGIN.password)
      expect(cleared(await tablet.send('POST', '/api/auth/logout'))).toBe(clears ? CLEARED : null)
    })
  })
})
