import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { tempFolder } from './folders'
import { EXE } from './panelkeep'

setDefaultTimeout(60_000)

/** `panelkeep names` at the end of a pipe. */

const folder = tempFolder()
afterAll(() => folder.remove())

const open = () =>
  Bun.spawn([EXE, 'names'], { env: { HOME: folder.path }, stdin: 'pipe', stdout: 'pipe', stderr: 'pipe' })
type Names = ReturnType<typeof open>

const LINE = 'Copper Lantern 012 (2019) (Digital) (Zone-Empire).cbr'
const namesIn = (out: string) =>
  out
    .split('\n')
    .slice(0, -1)
    .map((line) => (JSON.parse(line) as { name: string }).name)

async function answersTo(...pieces: Uint8Array[]): Promise<string[]> {
  const names = open()
  for (const piece of pieces) {
    names.stdin.write(piece)
    await names.stdin.flush()
  }
  await names.stdin.end()
  const [out, err, code] = await Promise.all([
    new Response(names.stdout).text(),
    new Response(names.stderr).text(),
    names.exited,
  ])
  expect({ err, code }).toEqual({ err: '', code: 0 })
  return namesIn(out)
}

test('a line for every line, in order, wherever the bytes are cut', async () => {
  const many = Array.from({ length: 5000 }, (_, n) => `Blaues Mädchen ½ ${n} 第3巻 (2019).cbz`)
  const bytes = Buffer.from(`${many.join('\n')}\n`)
  const cuts = [0, 1, 15, 16, 17, 65_535, 65_536, 65_537, 100_001, bytes.length]
  const pieces = cuts.slice(1).map((cut, at) => bytes.subarray(cuts[at]!, cut))
  expect(await answersTo(...pieces)).toEqual(many)
})

test('carriage returns, empty lines, broken letters and a missing last line break lose nothing', async () => {
  const bytes = Buffer.concat([Buffer.from('one 1\r\n\r\n\n'), Buffer.from([0xff, 0xc3, 10]), Buffer.from('last 2')])
  expect(await answersTo(bytes)).toEqual(['one 1', '', '', '\ufffd\ufffd', 'last 2'])
  expect(await answersTo()).toEqual([])
})

/** Most memory the process ever had. Linux only. */
const peak = ({ pid }: Names) =>
  Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1000

/** Writes until the pipe has taken nothing for a while, or `bytes` were written. */
async function fill(names: Names, piece: string, bytes: number): Promise<void> {
  for (let written = 0; written < bytes; written += piece.length) {
    names.stdin.write(piece)
    const taken = await Promise.race([Promise.resolve(names.stdin.flush()).then(() => true), Bun.sleep(1000)])
    if (!taken) return
  }
}

if (process.platform === 'linux') {
  test('an answer that nobody takes stops the reading, and a line without an end is not kept', async () => {
    const slow = open()
    await fill(slow, `${LINE}\n`.repeat(20_000), 50_000_000)
    expect(peak(slow)).toBeLessThan(150)
    slow.kill()

    const endless = open()
    await fill(endless, 'a'.repeat(1_000_000), 100_000_000)
    expect(peak(endless)).toBeLessThan(150)
    endless.kill()
    await Promise.all([slow.exited, endless.exited])
  })
}

test('a reader that leaves ends it without a word', async () => {
  const shell = Bun.spawn(['sh', '-c', `yes '${LINE}' | "${EXE}" names | head -n 1`], {
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err] = await Promise.all([new Response(shell.stdout).text(), new Response(shell.stderr).text()])
  expect({ names: namesIn(out), err }).toEqual({ names: [LINE], err: '' })
})
