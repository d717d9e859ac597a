import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { makeAppImage } from '../build/packages/appimage'
import { makeContainer } from '../build/packages/container'
import { makeDeb } from '../build/packages/deb'
import { makeInstaller } from '../build/packages/windows-installer'
import { version } from '../package.json'
import { freePort } from '../src/testing/harness/free-port'
import { isPresent } from '../src/testing/harness/programs'
import { tempFolder } from './folders'
import { EXE, endAll, run, start, startWithLogin } from './panelkeep'

setDefaultTimeout(300_000)

const folder = tempFolder()
afterAll(() => {
  endAll()
  folder.remove()
})

const missing = (...programs: string[]) => programs.filter((name) => Bun.which(name) === null)
const has = (what: string, ...programs: string[]) =>
  isPresent(missing(...programs).length === 0, `${what} needs ${missing(...programs).join(', ')}`)
const isRoot = process.getuid?.() === 0
const DEBIAN = { x64: 'amd64', arm64: 'arm64' } as const
const arch = DEBIAN[process.arch as keyof typeof DEBIAN]

async function done(command: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const child = Bun.spawn([...command], {
    env: { ...process.env, ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  if ((await child.exited) !== 0) throw new Error(`${command.join(' ')} ended with ${child.exitCode}: ${out}${err}`)
  return out
}

const canInstall =
  process.platform === 'linux' &&
  has('the .deb package', 'dpkg', 'dpkg-deb') &&
  isPresent(isRoot && !existsSync('/usr/bin/panelkeep'), 'the .deb package is installed by root where none is')

describe.skipIf(!canInstall)('the .deb package', () => {
  const INSTALLED = '/usr/lib/panelkeep/panelkeep'
  const purge = () => done(['dpkg', '-P', 'panelkeep']).catch(() => '')
  afterAll(purge)

  test('is installed, runs, explains its update, and keeps the data when it is removed and purged', async () => {
    const [work, outfile] = [folder.in('deb'), folder.in('panelkeep.deb')]
    const deb = await makeDeb({ executable: EXE, arch, work, outfile, compression: 'gzip' })
    expect(await done(['dpkg-deb', '--field', deb, 'Package', 'Version', 'Architecture'])).toBe(
      `Package: panelkeep\nVersion: ${version}\nArchitecture: ${arch}\n`,
    )
    expect(await done(['dpkg-deb', '--ctrl-tarfile', deb]).then((tar) => tar.match(/\.\/(?:post|pre)\w+/g))).toBeNull()
    await done(['dpkg', '-i', deb])
    const dataDir = folder.in('deb-data')
    const panelkeep = await startWithLogin({ dataDir, exe: '/usr/bin/panelkeep' })
    const reader = await panelkeep.reader()
    const page = await reader.json<{ install_type: string; obstacle: string }>('/api/system/update')
    expect(page).toMatchObject({ install_type: 'deb', obstacle: expect.stringContaining('sudo apt install') })
    const home = folder.in('deb-home')
    expect((await run(['--health', '--data-dir', dataDir], { home, exe: '/usr/bin/panelkeep' })).code).toBe(0)
    expect((await panelkeep.stop()).code).toBe(0)
    if (Bun.which('desktop-file-validate'))
      await done(['desktop-file-validate', '/usr/share/applications/panelkeep.desktop'])
    if (Bun.which('systemd-analyze'))
      await done(['systemd-analyze', '--user', 'verify', '/usr/lib/systemd/user/panelkeep.service'], {
        XDG_RUNTIME_DIR: folder.path,
      })

    await done(['dpkg', '-r', 'panelkeep'])
    expect(existsSync(INSTALLED)).toBe(false)
    expect(existsSync(join(dataDir, 'panelkeep.db'))).toBe(true)
    await purge()
    expect(existsSync(join(dataDir, 'panelkeep.db'))).toBe(true)
    const again = await start({ dataDir })
    expect(again.output).not.toContain('Setup token')
    await again.stop()
  })
})

const canBuildImages =
  process.platform === 'linux' &&
  has('the container image', 'umoci', 'skopeo', 'apt-get', 'dpkg-deb', 'unshare') &&
  isPresent(isRoot, 'the container image is unpacked by root')

describe.skipIf(!canBuildImages)('the container image', () => {
  test('has everything that the executable needs, and runs without root', async () => {
    const work = folder.in('container')
    const archive = await makeContainer({ executable: EXE, arch, work, outfile: folder.in('panelkeep.oci.tar') })
    const about = JSON.parse(await done(['skopeo', 'inspect', '--config', `oci-archive:${archive}`])) as {
      architecture: string
      config: { User: string; Entrypoint: string[]; ExposedPorts: object; Volumes: object; Env: string[] }
    }
    expect(about).toMatchObject({
      architecture: arch,
      config: { User: '1000', ExposedPorts: { '8090/tcp': {} }, Volumes: { '/data': {} } },
    })
    const layout = folder.in('layout')
    await done(['skopeo', 'copy', '--insecure-policy', `oci-archive:${archive}`, `oci:${layout}:latest`])
    await done(['umoci', 'unpack', '--image', `${layout}:latest`, folder.in('bundle')])
    const tree = join(folder.in('bundle'), 'rootfs')
    const [program = '', ...args] = about.config.Entrypoint
    // Started like container engines do: with its own /proc and /dev.
    for (const name of ['proc', 'dev']) mkdirSync(join(tree, name), { recursive: true })
    const mounts = `mount --rbind /proc ${tree}/proc && mount --rbind /dev ${tree}/dev`
    const inside = [
      'unshare',
      '--mount',
      'sh',
      '-c',
      `${mounts} && exec chroot --userspec=1000:1000 ${tree} "$@"`,
      'sh',
    ]
    expect(await done([...inside, program, '--version'])).toBe(`panelkeep ${version}\n`)

    const port = freePort()
    const environment = Object.fromEntries(about.config.Env.map((each) => each.split('=') as [string, string]))
    const command = [...inside, program, ...args, '--port', String(port)]
    const child = Bun.spawn(command, {
      env: { ...environment, PATH: process.env.PATH },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'inherit',
    })
    try {
      for (let tries = 0; !(await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => undefined))?.ok; tries++) {
        expect(tries).toBeLessThan(300)
        await Bun.sleep(50)
      }
      expect(existsSync(join(tree, 'data/panelkeep.db'))).toBe(true)
    } finally {
      child.kill()
      await child.exited
    }
  })
})

const appImageArch = process.arch === 'x64' ? 'x86_64' : 'aarch64'
const runtime = join(process.env.PANELKEEP_APPIMAGE_RUNTIMES ?? '', `runtime-${appImageArch}`)
const canPackAppImages =
  process.platform === 'linux' &&
  has('the AppImage', 'mksquashfs') &&
  isPresent(existsSync(runtime), 'PANELKEEP_APPIMAGE_RUNTIMES names no folder with the runtime of AppImages')

describe.skipIf(!canPackAppImages)('the AppImage', () => {
  test('runs without FUSE, and explains its update', async () => {
    const outfile = folder.in('panelkeep.AppImage')
    await makeAppImage({ executable: EXE, arch: appImageArch, work: folder.in('appimage'), outfile })
    const env = { APPIMAGE_EXTRACT_AND_RUN: '1', TMPDIR: folder.path }
    expect((await run(['--version'], { home: folder.path, exe: outfile, env })).out).toBe(`panelkeep ${version}\n`)
    const panelkeep = await startWithLogin({ dataDir: folder.in('appimage-data'), exe: outfile, env })
    const reader = await panelkeep.reader()
    const page = await reader.json<{ install_type: string; obstacle: string }>('/api/system/update')
    expect(page).toMatchObject({ install_type: 'appimage', obstacle: expect.stringContaining('new AppImage') })
    await reader.post('/api/system/shutdown')
    await panelkeep.child.exited
  })
})

test('the Containerfile names only files of a release', () => {
  const text = readFileSync(resolve(import.meta.dir, '../packaging/container/Containerfile'), 'utf8')
  const lines = text
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
  const known = ['FROM', 'LABEL', 'COPY', 'RUN', 'USER', 'ENV', 'VOLUME', 'EXPOSE', 'HEALTHCHECK', 'ENTRYPOINT']
  expect(lines.map((line) => line.split(' ')[0]).filter((word) => !known.includes(word!))).toEqual([])
  expect(lines.filter((line) => line.startsWith('COPY'))).toEqual(['COPY panelkeep /usr/local/bin/panelkeep'])
  expect(JSON.parse(lines.at(-1)!.replace('ENTRYPOINT ', ''))).toContain('0.0.0.0')
})

const canRunWindows = has('the installer for Windows', 'makensis', 'wine', 'wineboot', 'wineserver')

describe.skipIf(!canRunWindows)('the installer for Windows, under Wine', () => {
  const env = {
    WINEPREFIX: folder.in('wine'),
    WINEDEBUG: '-all',
    WINEDLLOVERRIDES: 'mscoree=;mshtml=',
    HOME: folder.in('wine-home'),
  }
  const wine = (...command: string[]) => done(['wine', ...command], env)
  const users = () => join(env.WINEPREFIX, 'drive_c/users')
  const found = (name: string) =>
    readdirSync(users(), { recursive: true, encoding: 'utf8' }).filter((path) => path.toLowerCase().endsWith(name))
  const value = (key: string, name: string) =>
    wine('reg', 'query', `HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\${key}`, '/v', name).catch(
      () => undefined,
    )
  afterAll(() => done(['wineserver', '-k'], env).catch(() => ''))

  test('installs for one user, starts at login on request, and keeps the data when it is removed', async () => {
    for (const each of [env.HOME, env.WINEPREFIX]) mkdirSync(each)
    const executable = folder.in('panelkeep.exe')
    // Any file works to test install and removal; packing the real one takes a minute.
    writeFileSync(executable, 'a program')
    const setup = await makeInstaller({ executable, arch: 'x64', outfile: folder.in('installer.exe') })
    // Both programs leave processes that would keep their output open.
    for (const command of [
      ['wineserver', '-p'],
      ['wineboot', '-i'],
    ])
      await Bun.spawn(command, { env: { ...process.env, ...env }, stdout: 'ignore', stderr: 'ignore' }).exited

    await wine(setup, '/S')
    const [program] = found('programs/panelkeep/panelkeep.exe')
    expect(program).toContain('AppData/Local/Programs/Panelkeep')
    expect(readFileSync(join(users(), program!))).toEqual(readFileSync(executable))
    expect(found('programs/panelkeep.lnk')).toHaveLength(1)
    expect(await value('Uninstall\\Panelkeep', 'DisplayVersion')).toContain(version)
    expect(await value('Run', 'Panelkeep')).toBeUndefined()

    await wine(setup, '/S', '/AUTOSTART')
    expect(await value('Run', 'Panelkeep')).toContain('panelkeep.exe" --no-browser')
    expect(found('panelkeep.previous.exe')).toEqual([])

    const local = join(users(), program!, '../../..')
    mkdirSync(join(local, 'Panelkeep'))
    writeFileSync(join(local, 'Panelkeep/panelkeep.db'), 'rows')
    const [uninstaller] = found('programs/panelkeep/uninstall.exe')
    // Run in place: otherwise the program copies itself elsewhere, and the caller cannot see the end.
    await wine(
      join(users(), uninstaller!),
      '/S',
      `_?=C:\\users\\${program!.split('/')[0]}\\AppData\\Local\\Programs\\Panelkeep`,
    )
    expect(found('programs/panelkeep/panelkeep.exe')).toEqual([])
    expect(found('programs/panelkeep.lnk')).toEqual([])
    expect(await value('Run', 'Panelkeep')).toBeUndefined()
    expect(await value('Uninstall\\Panelkeep', 'DisplayName')).toBeUndefined()
    expect(readFileSync(join(local, 'Panelkeep/panelkeep.db'), 'utf8')).toBe('rows')
  })

  test('installs over running programs, is not removed while one runs, and then leaves no files', async () => {
    const executable = folder.in('waiting.exe')
    await makeWaiting(executable)
    const setup = await makeInstaller({ executable, arch: 'x64', outfile: folder.in('over.exe') })
    await wine(setup, '/S')
    const program = join(users(), found('programs/panelkeep/panelkeep.exe')[0]!)
    const home = dirname(program)
    const running: Bun.Subprocess[] = []
    const startInstalled = async () => {
      const { length } = running
      running.push(
        Bun.spawn(['wine', program], { env: { ...process.env, ...env }, stdout: 'ignore', stderr: 'ignore' }),
      )
      while (readdirSync(home).filter((name) => name.endsWith('.runs')).length <= length) await Bun.sleep(50)
    }
    const programs = () =>
      readdirSync(home)
        .filter((name) => name.endsWith('.exe'))
        .toSorted()
    await startInstalled()
    await wine(setup, '/S')
    await startInstalled()
    await wine(setup, '/S')
    // Wine removes a program that runs, which Windows does not.
    expect(programs()).toContain('panelkeep.exe')

    const uninstall = (...more: string[]) => wine(join(home, 'uninstall.exe'), '/S', ...more).catch(() => '')
    await uninstall(`_?=${insideWine(home)}`)
    // Wine removes a program that runs, which Windows does not.
    expect(programs()).toContain('panelkeep.exe')
    expect(await value('Uninstall\\Panelkeep', 'DisplayName')).toContain('Panelkeep')

    writeFileSync(join(home, 'stop'), '')
    await Promise.all(running.map(({ exited }) => exited))
    for (const name of readdirSync(home)) if (/^stop$|\.runs$/.test(name)) rmSync(join(home, name))
    await uninstall()
    while (existsSync(home)) await Bun.sleep(50)
    expect(await value('Uninstall\\Panelkeep', 'DisplayName')).toBeUndefined()
  })

  const insideWine = (path: string) => `C:\\${path.slice(path.indexOf('users')).replaceAll('/', '\\')}`

  /** A program that runs until a file `stop` appears beside it. While it runs, a file is named after its process. */
  async function makeWaiting(outfile: string): Promise<void> {
    const script = folder.in('waiting.nsi')
    const lines = [
      'Target amd64-unicode',
      'Name waiting',
      `OutFile "${outfile}"`,
      'RequestExecutionLevel user',
      'SilentInstall silent',
      'Section',
      "System::Call 'kernel32::GetCurrentProcessId() i .r0'",
      'FileOpen $1 "$EXEDIR\\$0.runs" w',
      'FileClose $1',
      'again:',
      'IfFileExists "$EXEDIR\\stop" done',
      'Sleep 50',
      'Goto again',
      'done:',
      'SectionEnd',
    ]
    writeFileSync(script, lines.join('\n'))
    await done(['makensis', '-V2', script])
  }
})
