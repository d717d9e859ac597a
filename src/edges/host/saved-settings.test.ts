import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemFiles } from '../../base/platform/files'
import { lineLog } from '../../base/platform/log'
import { systemRandom } from '../../base/platform/random'
import { type RunningServer, serve } from '../../base/platform/sockets'
import { checkRestartSettings } from './check-restart'
import { savedSettings } from './saved-settings'

const folder = mkdtempSync(join(tmpdir(), 'panelkeep-saved-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const at = { config: join(folder, 'config.ini') }
function look(text: string | Uint8Array, args: Record<string, string> = {}) {
  writeFileSync(at.config, text)
  const lines: string[] = []
  const log = lineLog(
    () => '2026-11-21T08:00:00.000Z',
    (line) => lines.push(line),
  )
  const input = [{ files: systemFiles, random: systemRandom, log }, at, { publish: () => {}, args, env: {} }] as const
  return { lines, given: input, settings: () => savedSettings(...input) }
}

test('ignored lines are logged, and the rest is read', async () => {
  const { lines, settings } = look('[OPDS]\nopds_pagesize = 40\nopds_enabel = on\nnonsense\n')
  expect((await settings()).get('opds_pagesize')).toBe(40)
  expect(lines.map((line) => line.slice(31))).toEqual([
    'config config.ini has lines that are neither "name = value" nor a comment nor a [section]: 4.',
    'config config.ini has names that are no settings here: opds_enabel.',
  ])
})

test('a file in another encoding does not count as empty', async () => {
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('[OPDS]\nopds_pagesize = 40\n', 'utf16le')])
  const failure = await look(utf16)
    .settings()
    .catch((error: Error) => error)
  expect(failure).toMatchObject({
    message: 'config.ini is not UTF-8 text. Save it as UTF-8 in your editor and start again.',
    code: 2,
  })
})

test('a restart on a port of another program is refused, and one on our own port is not', async () => {
  const answer = () => new Response()
  const [served, other] = [serve('127.0.0.1', 0, answer), serve('127.0.0.1', 0, answer)]
  try {
    const onto = ({ port }: RunningServer) =>
      checkRestartSettings({ served, answer, problems: [] }, ...look(`[Interface]\nhttp_port = ${port}\n`).given)
    await onto(served)
    expect(await onto(other).catch((error: Error) => error)).toMatchObject({
      kind: 'conflict',
      detail: expect.stringContaining(`Port ${other.port} is in use by another program.`),
    })
  } finally {
    await Promise.all([served.stop(0), other.stop(0)])
  }
})
