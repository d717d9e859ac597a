import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NoFileLocks } from '../../base/platform/lock'
import { freePort } from '../../testing/harness/free-port'
import { layout } from './data-directory'
import { asStartError } from './start-error'

/** A disk whose locks fail with that Linux error, for one process. */
const SHIM = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#define WITHOUT_LOCKS(name) \\
int name(int file, int command, ...) { \\
  va_list rest; va_start(rest, command); void *with = va_arg(rest, void *); va_end(rest); \\
  if (command >= F_GETLK && command <= F_SETLKW) { errno = atoi(getenv("LOCK_ERROR")); return -1; } \\
  return ((int (*)(int, int, ...)) dlsym(RTLD_NEXT, #name))(file, command, with); \\
}
WITHOUT_LOCKS(fcntl)
WITHOUT_LOCKS(fcntl64)
`
const cc = process.platform === 'linux' ? Bun.which('cc') : null

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-locks-'))
  if (cc === null) return
  writeFileSync(join(folder, 'shim.c'), SHIM)
  Bun.spawnSync([cc, '-shared', '-fPIC', '-o', join(folder, 'shim.so'), join(folder, 'shim.c'), '-ldl'])
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** ENOLCK of NFS without its lock daemon, ENOTSUP and EINVAL of shared folders, EPERM, and EACCES of SMB. */
describe.skipIf(cc === null)('on a disk without file locks', () => {
  test.each([37, 95, 22, 1, 13])(
    'a start says what to do instead of naming another program (error %d)',
    async (error) => {
      const data = join(folder, `data-${error}`)
      const argv = [
        process.execPath,
        join(import.meta.dir, '../..', 'main.ts'),
        '--data-dir',
        data,
        '--port',
        String(freePort()),
      ]
      const env = { ...process.env, LD_PRELOAD: join(folder, 'shim.so'), LOCK_ERROR: String(error) }
      for (const isAgain of [false, true]) {
        if (isAgain) {
          mkdirSync(data)
          writeFileSync(join(data, 'instance.lock'), '')
        }
        const run = Bun.spawn([...argv, '--no-tray', '--no-browser'], { env, stdout: 'ignore', stderr: 'pipe' })
        expect(await run.exited).toBe(1)
        const said = await new Response(run.stderr).text()
        expect(said).toContain(`The disk of ${data} cannot lock files`)
        expect(said).toContain('--data-dir')
        expect(said).not.toContain('    at ')
        expect(readdirSync(folder).includes(`data-${error}`) && readdirSync(data)).toEqual(isAgain && ['instance.lock'])
      }
    },
    60_000,
  )
})

test.each(['SQLITE_IOERR_LOCK', 'SQLITE_IOERR_SHMMAP', 'SQLITE_PROTOCOL'])('%s is about locks', (code) => {
  const fault = Object.assign(new Error('disk I/O error'), { code })
  for (const error of [fault, new Error('Failed to run', { cause: fault }), new NoFileLocks('x')])
    expect(asStartError(error, layout('/data')).message).toStartWith('The disk of /data cannot lock files')
})
