import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type TestApp, testApp } from '../../testing/app'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

interface Route {
  method: string
  path: string
  hooks: { query?: { properties?: Record<string, Schema>; required?: string[] } }
}

interface Schema {
  anyOf?: { const?: string }[]
  enum?: string[]
}
/** All forms of a switch in a query. */
const switches = async () =>
  ((await app.app.routes()) as unknown as Route[]).flatMap(({ method, path, hooks }) =>
    Object.entries(hooks.query?.properties ?? {})
      .filter(([, schema]) => JSON.stringify(schema).includes('"boolean"'))
      .map(([name]) => ({ method, path: path.replace(/:[a-z_]+/g, 'x'), name, needed: neededBy(hooks.query) })),
  )
/** The other parameters that the route requires. */
const neededBy = ({ required = [], properties = {} }: NonNullable<Route['hooks']['query']> = {}) =>
  required.map((name) => {
    const { anyOf, enum: words } = properties[name] ?? {}
    return `${name}=${words?.[0] ?? anyOf?.[0]?.const ?? 'x'}&`
  })
const ask = async (method: string, path: string, body?: unknown) => {
  const reply = await app.reader.request(method, path, body)
  return { status: reply.status, detail: ((await reply.json()) as { detail?: string }).detail }
}

test('every switch in a query accepts the forms that tools write', async () => {
  expect((await switches()).length).toBeGreaterThan(8)
  for (const { method, path, name, needed } of await switches()) {
    for (const word of ['true', 'false', '1', '0', 'yes', 'no', 'True', 'on', 'off'])
      expect(
        (await ask(method, `${path}?${needed.join('')}${name}=${word}`)).status,
        `${path} ${name}=${word}`,
      ).not.toBe(422)
    const wrong = await ask(method, `${path}?${needed}${name}=maybe`)
    expect([wrong.status, wrong.detail], path).toEqual([422, `${name} must be true or false.`])
  }
})

test('0 and no mean no', async () => {
  const has = async (word: string) => 'acquisition' in (await app.reader.json(200, app.reader.get(`/api/system/jobs?include_acquisition=${word}`))) // biome-ignore format: one question
  expect([await has('1'), await has('yes'), await has('0'), await has('no')]).toEqual([true, true, false, false])
  expect('acquisition' in (await app.reader.json(200, app.reader.get('/api/system/jobs')))).toBe(true)
})
