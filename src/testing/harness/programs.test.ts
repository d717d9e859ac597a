import { expect, test } from 'bun:test'
import { freePort } from './free-port'
import { hasProgram, startProgram } from './programs'

test('installed programs are found', () => {
  expect(hasProgram('sh')).toBe(true)
  expect(hasProgram('no-such-program')).toBe(false)
})

test('a program is stopped with its child processes', async () => {
  const port = freePort()
  const serve = `Bun.serve({ port: ${port}, fetch: () => new Response('here') }); console.log('up')`
  const isUp = () => fetch(`http://127.0.0.1:${port}`).then((reply) => reply.ok)
  const program = await startProgram(['sh', '-c', `"${process.execPath}" -e "${serve}" & wait`], { ready: isUp })
  expect(program.log()).toContain('up')
  await program.stop()
  await expect(isUp()).rejects.toThrow()
})

test('a program that ends at once is a failed start, with its log as the reason', async () => {
  const start = startProgram(['sh', '-c', 'echo broken >&2; exit 3'], { ready: async () => false })
  await expect(start).rejects.toThrow(/sh ended:\n.*broken/s)
})

test('a missing program is a failed start', async () => {
  await expect(startProgram(['no-such-program'], { ready: async () => false })).rejects.toThrow('no-such-program ended')
})
