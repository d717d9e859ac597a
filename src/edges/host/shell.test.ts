import { describe, expect, test } from 'bun:test'
import { readCommandLine } from './arguments'
import { hasScreen, opener } from './browser'
import { dataDirectory } from './data-directory'
import { answerLines, LONGEST_LINE } from './lines'

describe('the command line', () => {
  test.each([
    [[], { command: 'run', browser: true, tray: true, trial: false, settings: {} }],
    [
      ['--data-dir', '/d', '--host', '0.0.0.0', '--port', '81', '--no-tray', '--no-browser', '--log-level', 'debug'],
      {
        command: 'run',
        dataDir: '/d',
        browser: false,
        tray: false,
        trial: false,
        settings: { http_host: '0.0.0.0', http_port: '81', log_level: '2' },
      },
    ],
    [['--data-dir=/d'], { command: 'run', dataDir: '/d', browser: true, tray: true, trial: false, settings: {} }],
    [['--help'], { command: 'help' }],
    [['-h'], { command: 'help' }],
    [['--version'], { command: 'version' }],
    [['--health'], { command: 'health' }],
    [['--health', '--data-dir', '/data'], { command: 'health', dataDir: '/data' }],
    [['names'], { command: 'names' }],
    [['judge'], { command: 'judge' }],
    [['names', '--kind', 'manga'], { command: 'names', kind: 'manga' }],
    [['--archive-helper'], { command: 'archive-helper' }],
  ] as const)('%j is accepted', (args, command) => {
    expect(readCommandLine([...args])).toEqual(command as never)
  })

  test.each([
    [['--nonsense'], 'nonsense'],
    [['--port'], 'port'],
    [['stray'], 'stray'],
    [['--log-level', 'loud'], 'loud'],
    [['names', '--kind', 'book'], 'book'],
    [['judge', 'this'], 'this'],
  ])('%j is refused with a sentence', (args, word) => {
    const answer = readCommandLine(args)
    expect(answer.command).toBe('refuse')
    expect(answer.command === 'refuse' && answer.sentence).toContain(word)
    expect(answer.command === 'refuse' && answer.sentence).toContain('--help')
  })
})

test.each([
  ['linux', {}, '/home/ada/.local/share/panelkeep'],
  ['linux', { XDG_DATA_HOME: '/x' }, '/x/panelkeep'],
  ['darwin', {}, '/home/ada/Library/Application Support/Panelkeep'],
  ['linux', { PANELKEEP_DATA_DIR: '/d' }, '/d'],
])('on %s with %j the data directory is %s', (platform, env, path) => {
  expect(dataDirectory(undefined, { platform, env, home: '/home/ada' })).toBe(path)
})

test('the argument for the data directory comes first', () => {
  const env = { PANELKEEP_DATA_DIR: '/d' }
  expect(dataDirectory('/a', { platform: 'linux', env, home: '/home/ada' })).toBe('/a')
})

test('a browser is opened only when there is a screen, and never through a shell', () => {
  expect(hasScreen({ platform: 'linux', env: {} })).toBe(false)
  expect(hasScreen({ platform: 'linux', env: { WAYLAND_DISPLAY: 'wayland-0' } })).toBe(true)
  expect(hasScreen({ platform: 'win32', env: {} })).toBe(true)
  const url = 'http://127.0.0.1:8090/login#token=a&b'
  for (const platform of ['linux', 'darwin', 'win32']) expect(opener(platform, url).at(-1)).toBe(url)
})

describe('lines', () => {
  const run = async (chunks: string[]) => {
    let out = ''
    const input = (async function* () {
      for (const chunk of chunks) yield Buffer.from(chunk, 'latin1')
    })()
    const write = async (text: string) => {
      out += text
    }
    await answerLines(input, write, (line) => `<${line}>`)
    return out
  }

  test('are answered one by one, with any split of the bytes', async () => {
    expect(await run(['a\nb', 'c\r\n', '\nlast'])).toBe('<a>\n<bc>\n<>\n<last>\n')
    expect(await run(['one\n'])).toBe('<one>\n')
    expect(await run([])).toBe('')
  })

  test('may hold any bytes and have any length: invalid UTF-8 is replaced, long lines are cut', async () => {
    expect(await run(['a\xffb\n\xc2', '\n'])).toBe('<a\ufffdb>\n<\ufffd>\n')
    const long = 'x'.repeat(LONGEST_LINE)
    for (const chunks of [[`${long}more\nnext`], [long, 'more', long, '\r\nnext\n']]) {
      expect(await run(chunks)).toBe(`<${long}>\n<next>\n`)
    }
  })

  test('are not read further while the reader is slow, and end when the reader disconnects', async () => {
    let count = 0
    const endless = (async function* () {
      for (;;) yield Buffer.from(`${++count}\n`)
    })()
    const lines: string[] = []
    const write = async (text: string) => {
      lines.push(text)
      expect(count).toBe(lines.length)
      if (lines.length === 3) throw new Error('the reader is gone')
    }
    await expect(answerLines(endless, write, (line) => line)).rejects.toThrow('the reader is gone')
    expect(lines).toEqual(['1\n', '2\n', '3\n'])
  })

  test('keep a letter whose bytes arrive in two pieces', async () => {
    const bytes = Buffer.from('½\n').toString('latin1')
    expect(await run([bytes[0]!, bytes.slice(1)])).toBe('<½>\n')
  })
})
