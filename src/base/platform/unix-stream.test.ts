import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isPresent } from '../../testing/harness/programs'
import { connectUnix } from './unix-stream'

/** Sends everything back, and closes the connection at the word `bye`. */
function echo(path: string) {
  return Bun.listen({
    unix: path,
    socket: {
      data(socket, chunk) {
        socket.write(chunk)
        if (chunk.toString().endsWith('bye')) socket.end()
      },
    },
  })
}

test.skipIf(!isPresent(process.platform !== 'win32', 'Windows has no sockets with paths'))(
  'sent bytes return in order, until the other side closes the connection',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'panelkeep-socket-'))
    const path = join(folder, 'echo')
    const server = echo(path)
    try {
      const stream = await connectUnix(path)
      stream.send('one ')
      stream.send(new TextEncoder().encode('bye'))
      let output = ''
      for await (const chunk of stream.chunks) output += Buffer.from(chunk).toString()
      expect(output).toBe('one bye')
      stream.close()
    } finally {
      server.stop(true)
      rmSync(folder, { recursive: true, force: true })
    }
  },
)

test.skipIf(!isPresent(process.platform === 'linux', 'only Linux has sockets without a file'))(
  'a socket may have a name without a file',
  async () => {
    const name = `\0panelkeep-test-${process.pid}`
    const server = echo(name)
    const stream = await connectUnix(name)
    stream.send('bye')
    const chunks: string[] = []
    for await (const chunk of stream.chunks) chunks.push(Buffer.from(chunk).toString())
    expect(chunks.join('')).toBe('bye')
    server.stop(true)
  },
)

test('connecting where nothing listens is an error', async () => {
  await expect(connectUnix(join(tmpdir(), 'panelkeep-nobody-is-here'))).rejects.toThrow()
})
