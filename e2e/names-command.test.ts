import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { tempFolder } from './folders'
import { EXE } from './panelkeep'

setDefaultTimeout(300_000)

/** `panelkeep names` at the end of a pipe. */

const folder = tempFolder()
afterAll(() => folder.remove())

const open = () =>
  Bun.spawn([EXE, 'names'], { env: { HOME: folder.path }, stdin: 'pipe', stdout: 'pipe', stderr: 'pipe' })

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

test('each input line gives one output line, in order, regardless of the chunks', async () => {
  const many = Array.from({ length: 5000 }, (_, n) => `Blaues Mädchen ½ ${n} 第3巻 (2019).cbz`)
  const bytes = Buffer.from(`${many.join('\n')}\n`)
  const cuts = [0, 1, 15, 16, 17, 65_535, 65_536, 65_537, 100_001, bytes.length]
  const pieces = cuts.slice(1).map((cut, at) => bytes.subarray(cuts[at]!, cut))
  expect(await answersTo(...pieces)).toEqual(many)
})

test('carriage returns, empty lines, invalid bytes and a missing last line break lose nothing', async () => {
  const bytes = Buffer.concat([Buffer.from('one 1\r\n\r\n\n'), Buffer.from([0xff, 0xc3, 10]), Buffer.from('last 2')])
  expect(await answersTo(bytes)).toEqual(['one 1', '', '', '\ufffd\ufffd', 'last 2'])
  expect(await answersTo()).toEqual([])
})

/** Peak memory of the process in MB, and bytes read. Linux only. */
const peak = ({ pid }: Bun.Subprocess) =>
  Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1000
const bytesRead = ({ pid }: Bun.Subprocess) =>
  Number(/^rchar: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))![1])

/** Writes until the pipe stalls, or `bytes` were written. */
async function fill(names: Bun.Subprocess<'pipe'>, piece: string, bytes: number): Promise<void> {
  for (let written = 0; written < bytes; written += piece.length) {
    names.stdin.write(piece)
    const isWritten = await Promise.race([Promise.resolve(names.stdin.flush()).then(() => true), Bun.sleep(1000)])
    if (!isWritten) return
  }
}

if (process.platform === 'linux') {
  test('backpressure of the consumer stops the input', async () => {
    // A pipe that is open and never read: Bun would read its own pipes at once.
    const shell = 'mkfifo "$1" && exec 3<>"$1" && exec "$0" names >"$1"'
    const slow = Bun.spawn(['sh', '-c', shell, EXE, folder.in('nobody')], { stdin: 'pipe', stdout: 'ignore' })
    await fill(slow, `${LINE}\n`.repeat(20_000), 50_000_000)
    expect(bytesRead(slow)).toBeLessThan(5_000_000)
    slow.kill()
    await slow.exited
  })

  test('an endless line is not buffered', async () => {
    const short = open()
    const usual = await answered(short)
    const endless = Bun.spawn([EXE, 'names'], { stdin: Bun.file('/dev/zero'), stdout: 'ignore' })
    while (bytesRead(endless) < 500_000_000) await Bun.sleep(10)
    expect(peak(endless) - usual).toBeLessThan(200)
    for (const names of [short, endless]) {
      names.kill()
      await names.exited
    }
  })
}

/** Memory in MB for one line. */
async function answered(names: ReturnType<typeof open>): Promise<number> {
  names.stdin.write(`${LINE}\n`)
  await names.stdin.flush()
  await names.stdout.getReader().read()
  return peak(names)
}

test('a closed pipe ends the command silently', async () => {
  const shell = Bun.spawn(['sh', '-c', `yes '${LINE}' | "${EXE}" names | head -n 1`], {
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err] = await Promise.all([new Response(shell.stdout).text(), new Response(shell.stderr).text()])
  expect({ names: namesIn(out), err }).toEqual({ names: [LINE], err: '' })
})
