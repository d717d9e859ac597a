import { afterEach, expect, test } from 'bun:test'
import { LOGIN, type TestApp, type TestOptions, testApp } from '../testing/app'

let open: TestApp | undefined
async function start(options?: TestOptions): Promise<TestApp> {
  open = await testApp(options)
  return open
}
afterEach(async () => {
  await open?.close()
  open = undefined
})

test('a login sets a cookie that opens the settings', async () => {
  const { guest, client } = await start()
  const reply = await guest.post('/api/auth/login', LOGIN)
  expect(reply.status).toBe(200)
  expect(await reply.json()).toEqual({ success: true, username: LOGIN.username })
  const cookie = reply.headers.get('set-cookie') ?? ''
  expect(cookie).toContain('service_session=')
  expect(cookie).toContain('HttpOnly')
  expect(cookie).toContain('SameSite=Strict')
  expect(cookie).toContain('Path=/')
  expect(cookie).toContain(`Max-Age=${43800 * 60}`)
  const again = await client({ Cookie: cookie.split(';')[0]! }).get('/api/config')
  expect(again.status).toBe(200)
})
