import { expect, test } from 'bun:test'
import { transfersOver } from '../../testing/fakes/language-model'
import { PUBLIC_ADDRESS } from '../../testing/harness/public-addresses'
import { systemClock } from '../platform/clock'
import { listModels } from './model-list'
import { ServerConnection } from './server-connection'

const SERVER = { baseUrl: 'https://models.test/v1', key: '', model: '', timeoutMs: 1000 }

const listed = (reply: unknown, init?: ResponseInit) => {
  const transfers = transfersOver(() => (reply instanceof Response ? reply : Response.json(reply, init)))
  const names = { addresses: async () => [PUBLIC_ADDRESS] }
  return listModels(new ServerConnection({ clock: systemClock, transfers, names }), SERVER)
}

test.each([
  ['data', { data: [{ id: 'a' }, { id: 'b' }] }],
  ['models with names', { models: [{ name: 'a' }, { name: 'b' }] }],
  ['a bare list', [{ id: 'a' }, { id: 'b' }]],
  ['a list of names', { data: ['a', 'b'] }],
  [
    'doubles and what is no name',
    { data: [{ id: 'a' }, { id: 'a' }, { id: 7 }, {}, { id: '' }, { id: 'x'.repeat(201) }, { id: 'b' }] },
  ],
])('models are listed from %s', async (_form, reply) => {
  expect(await listed(reply)).toEqual(['a', 'b'])
})

test('at most 500 models are listed', async () => {
  expect(await listed({ data: Array.from({ length: 900 }, (_, at) => ({ id: `m${at}` })) })).toHaveLength(500)
})

test.each([
  ['a web page', new Response('<!DOCTYPE html>', { headers: { 'Content-Type': 'text/html' } }), 'no_api'],
  ['another object', { hello: 'world' }, 'no_api'],
  ['nothing', new Response(''), 'no_api'],
])('%s is not a list', async (_what, reply, code) => {
  await expect(listed(reply)).rejects.toMatchObject({ name: 'LlmError', code })
})

test('a refused key is named as the cause', async () => {
  await expect(listed({ error: { message: 'no' } }, { status: 401 })).rejects.toMatchObject({ code: 'refused_key' })
})
