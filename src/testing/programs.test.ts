import { expect, test } from 'bun:test'
import { freePort, hasProgram, startProgram } from './programs'

test('what is installed is known', () => {
  expect(hasProgram('sh')).toBe(true)
  expect(hasProgram('no-such-program')).toBe(false)
})

test('a program is stopped with what it has started', async () => {
  const port = await freePort()
  const serve = `Bun.serve({ port: ${port}, fetch: () => new Response('here') }); console.log('up')`
  const asked = () => fetch(`http://127.0.0.1:${port}`).then((reply) => reply.ok)
  const program = await startProgram(['sh', '-c', `"${process.execPath}" -e "${serve}" & wait`], { ready: asked })
  expect(program.log()).toContain('up')
  await program.stop()
  await expect(asked()).rejects.toThrow()
})

test('a program that ends at once is no start, and its log says why', async () => {
  const start = startProgram(['sh', '-c', 'echo broken >&2; exit 3'], { ready: async () => false })
  await expect(start).rejects.toThrow(/sh ended:\n.*broken/s)
})

test('a program that is not there is no start', async () => {
  await expect(startProgram(['no-such-program'], { ready: async () => false })).rejects.toThrow('no-such-program ended')
})

test('ports that are free differ from one another in time', async () => {
  expect(await freePort()).toBeGreaterThan(1023)
})
