import { expect, test } from 'bun:test'
import { CommandHook } from './command'

const ABSOLUTE = 'extra_scripts has to be the whole path of a program. Correct it in config.ini.'
test.each([
  ['ran', '/bin/x', { code: 0, output: 'all\n' }, { ok: '/bin/x ran.' }, 'info command ran all'],
  ['failed', '["/bin/x", "-v"]', { code: 3, output: '1\n2\n3\n4\n5\n6\n' }, { failure: '/bin/x ended with 3. The log has its last lines.' }, 'warn command failed 2\n3\n4\n5\n6'],
  ['took too long', '/bin/x', { code: null, output: '' }, { failure: '/bin/x was still running after 5 minutes, or was ended.' }, 'warn command failed '],
  ['is not a list of words', '["/bin/x", 7]', { code: 0, output: '' }, { failure: ABSOLUTE }, undefined],
  ['is half a list', '["/bin/x"', { code: 0, output: '' }, { failure: ABSOLUTE }, undefined],
  ['is an empty list', '[]', { code: 0, output: '' }, { failure: ABSOLUTE }, undefined],
  ['is another kind of JSON', '[{}]', { code: 0, output: '' }, { failure: ABSOLUTE }, undefined],
] as const)('a command that %s says so', async (_what, extra_scripts, ended, outcome, line) => {
  const log: string[] = []
  const note = (level: string) => (_area: string, text: string, fields?: object) => void log.push(`${level} ${text} ${(fields as { output: string }).output}`)
  const runs: [string[], Record<string, string>][] = []
  const run = async (command: string[], { env }: { env: Record<string, string> }) => {
    runs.push([command, env])
    return ended
  }
  const config = { get: (name: string) => ({ enable_extra_scripts: true, extra_scripts })[name] } as never
  const command = new CommandHook({ programs: { run } as never, clock: { now: () => '' }, config, log: { info: note('info'), warn: note('warn') } as never })
  const files = Array.from({ length: 101 }, (_, at) => `/library/${at}.cbz`)
  const payload = { event: 'arrived', at: '', series: { comic_id: 'h', name: 'H', year: null, publisher: null, content_type: 'comic' }, issues: [], files }
  expect(await command.send(payload, new AbortController().signal)).toEqual(outcome)
  expect(log).toEqual(line === undefined ? [] : [line])
  if (line === undefined) expect(runs).toEqual([])
  else expect(runs[0]![1]).toMatchObject({ PANELKEEP_YEAR: '', PANELKEEP_PUBLISHER: '', PANELKEEP_FILES: files.slice(0, 100).join('\n') })
}) // biome-ignore format: a table

test.each([
  [true, '/bin/x', true],
  [true, '', false],
  [false, '/bin/x', false],
])('a command that is allowed (%p) and named (%p) is set up: %p', (enable_extra_scripts, extra_scripts, isSet) => {
  const config = { get: (name: string) => ({ enable_extra_scripts, extra_scripts })[name] } as never
  expect(new CommandHook({ config } as never).isSet()).toBe(isSet)
})
