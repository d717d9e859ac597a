import { expect, test } from 'bun:test'
import { inPieces } from './pieces'

const reply = (count: number) => ({
  status: 'completed',
  rows: Array.from({ length: count }, (_, n) => ({ n, text: `“${n}”, ]}` })),
  last: null,
})

test('a long list is written in pieces that together are the same reply', async () => {
  for (const count of [251, 500, 1234]) {
    const response = (await inPieces(reply(count), 'rows')) as unknown as Response
    expect(response).toBeInstanceOf(Response)
    expect(response.headers.get('content-type')).toStartWith('application/json')
    expect(await response.json()).toEqual(reply(count))
  }
})

test('a short one is sent whole', async () => {
  for (const count of [0, 1, 250]) expect(await inPieces(reply(count), 'rows')).toEqual(reply(count))
})
