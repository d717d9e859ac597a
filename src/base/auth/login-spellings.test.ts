import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { LOGIN, type TestApp, testApp } from '../../testing/app'
import { quickHash } from '../../testing/harness/quick-hash'
import { basicLogins } from './login-spellings'

let app: TestApp
beforeEach(async () => {
  app = await testApp()
})
afterEach(() => app.close())

const NAME = 'Jürgen'
const PASSWORD = 'Süße Grüße'
const ENCODINGS = [
  ['UTF-8', (text: string) => Buffer.from(text, 'utf8')],
  ['UTF-8 in decomposed letters', (text: string) => Buffer.from(text.normalize('NFD'), 'utf8')],
  ['Latin-1', (text: string) => Buffer.from(text, 'latin1')],
] as const
const basic = (bytes: Buffer) => ({ Authorization: `Basic ${bytes.toString('base64')}` })
const keep = (password: string, username = NAME) =>
  app.config.saveCredentials({ username, passwordHash: quickHash(password) })

describe.each(ENCODINGS)('a reading app that sends %s', (_, encoded) => {
  const open = (password: string, name = NAME) => app.guest.get('/opds', basic(encoded(`${name}:${password}`)))

  test.each(['NFC', 'NFD'] as const)('opens the catalog with a password whose hash was made from %s', async (form) => {
    await keep(PASSWORD.normalize(form), NAME.normalize(form))
    expect((await open(PASSWORD)).status).toBe(200)
    expect((await open('Süße Grüsse')).status).toBe(401)
    expect((await open(PASSWORD, 'Jurgen')).status).toBe(401)
  })

  test('is counted once for a wrong password', async () => {
    await keep(PASSWORD)
    for (let count = 0; count < 5; count++) expect((await open(`nö ${count}`)).status).toBe(401)
    expect((await open(PASSWORD)).status).toBe(429)
  })
})

test.each(['NFC', 'NFD'] as const)(
  'the login accepts a password in either form of Unicode, also when the hash was made from %s',
  async (form) => {
    await keep(PASSWORD.normalize(form), NAME.normalize(form))
    for (const sent of ['NFC', 'NFD']) {
      const body = { username: NAME.normalize(sent), password: PASSWORD.normalize(sent) }
      expect((await app.guest.post('/api/auth/login', body)).status).toBe(200)
    }
  },
)

test('a new password is stored in one form, whatever the browser sends', async () => {
  const change = { current_password: LOGIN.password, new_password: PASSWORD.normalize('NFD') }
  await app.reader.json(200, app.reader.put('/api/auth/account', change))
  const hash = app.config.credential('passwordHash')
  expect(await Bun.password.verify(PASSWORD.normalize('NFC'), hash)).toBe(true)
})

test('an ASCII header of HTTP Basic is one login, and one that is not UTF-8 is two', () => {
  const read = (bytes: Buffer) => basicLogins(basic(bytes).Authorization)
  expect(read(Buffer.from('ada:a:b'))).toEqual([{ username: 'ada', password: 'a:b' }])
  expect(read(Buffer.from('ada:10 €'))[0]).toEqual({ username: 'ada', password: '10 €' })
  expect(read(Buffer.from([0x61, 0x3a, 0x80, 0xfc]))[1]).toEqual({ username: 'a', password: '€ü' })
  for (const header of [null, 'Basic !!!', 'Bearer YTpi', 'Basic YQ==']) expect(basicLogins(header)).toEqual([])
})
