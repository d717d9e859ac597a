import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Desktop } from './desktop'
import { forwardingDll } from './forwarding-dll'

/** Wine instead of Windows: close enough for windows, menus and the registry, and no proof beyond that. */

const RELEASE = resolve(import.meta.dir, '..', 'dist', 'release')
export const WINE_NEEDS = ['wine', 'wineboot', 'wineserver'] as const

/** For every program: quiet, without the offers to install more, and with the DLL that `completeWine` puts beside it. */
export const WINE_ENV = { WINEDEBUG: '-all', WINEDLLOVERRIDES: 'bcryptprimitives=n;mscoree=;mshtml=' } as const

/** The executable for Windows, if it was built. */
export function windowsExecutable(): string | undefined {
  if (process.env.PANELKEEP_WINDOWS_EXE) return process.env.PANELKEEP_WINDOWS_EXE
  const made = safely(() => readdirSync(RELEASE)).find((name) => name.endsWith('windows-x64.exe'))
  return made && join(RELEASE, made)
}

const safely = (list: () => string[]): string[] => {
  try {
    return list()
  } catch {
    return [] // no build
  }
}

/** Adds a function of Windows 10 that every Bun program needs and Wine 8 lacks: ProcessPrng, the same as RtlGenRandom. */
export async function completeWine(folder: string): Promise<void> {
  const dll = { dll: 'bcryptprimitives.dll', name: 'ProcessPrng', to: 'advapi32.SystemFunction036' }
  await Bun.write(join(folder, dll.dll), forwardingDll(dll))
}

/** A Wine prefix on a desktop, running the program. */
export class Wine {
  private constructor(
    private readonly desktop: Desktop,
    private readonly at: string,
  ) {}

  static async on(desktop: Desktop, executable: string): Promise<Wine> {
    const at = join(desktop.folder, 'windows')
    mkdirSync(at)
    copyFileSync(executable, join(at, 'panelkeep.exe'))
    await completeWine(at)
    Object.assign(desktop.env, {
      WINEPREFIX: join(desktop.folder, 'wine'),
      ...WINE_ENV,
    })
    const wine = new Wine(desktop, at)
    await wine.spawn('wineboot', '-i').exited
    await wine.end() // a leftover process would own the tray
    // An icon that is added earlier gets a tray outside the desktop, which is not drawn.
    wine.spawn('explorer', '/desktop=shell,800x500')
    await desktop.until('there is a desktop of Windows', async () => (await wine.find('Wine desktop')) !== undefined)
    await Bun.sleep(2000)
    return wine
  }

  start(port: number): Bun.Subprocess {
    return this.spawn(
      join(this.at, 'panelkeep.exe'),
      '--data-dir',
      'C:\\panelkeep',
      '--port',
      `${port}`,
      '--no-browser',
    )
  }

  /** Finds the window of the tray icons, and the first icon. */
  async findTray(): Promise<boolean> {
    const at = await this.find('Wine System Tray')
    // xdotool adds the window frame twice.
    if (at) this.desktop.place = { x: at.x / 2 + 10, y: at.y / 2 + 10, side: 16 }
    return at !== undefined
  }

  /** Raises a window. Returns the position of its content. */
  private async find(name: string): Promise<{ x: number; y: number } | undefined> {
    const command = [
      'xdotool',
      'search',
      '--onlyvisible',
      '--name',
      name,
      'windowraise',
      'getwindowgeometry',
      '--shell',
    ]
    const child = Bun.spawn(command, { env: this.desktop.env, stdin: 'ignore', stdout: 'pipe', stderr: 'ignore' })
    const output = await new Response(child.stdout).text()
    const [x, y] = [/^X=(\d+)$/m, /^Y=(\d+)$/m].map((each) => each.exec(output)?.[1])
    return x === undefined || y === undefined ? undefined : { x: Number(x), y: Number(y) }
  }

  /** The process that shows the icon. */
  helper(): number | undefined {
    const prefix = `WINEPREFIX=${this.desktop.env.WINEPREFIX}`
    return safely(() => readdirSync('/proc'))
      .map(Number)
      .find((pid) => procFile(pid, 'cmdline').includes('--tray-helper') && procFile(pid, 'environ').includes(prefix))
  }

  async end(): Promise<void> {
    await done(['wineserver', '-k'], this.desktop.env)
  }

  private spawn(...command: string[]): Bun.Subprocess {
    return this.desktop.spawn(['wine', ...command])
  }
}

function procFile(pid: number, what: 'cmdline' | 'environ'): string {
  const [text = ''] = safely(() => [Number.isNaN(pid) ? '' : readFileSync(`/proc/${pid}/${what}`, 'utf8')])
  return text
}

async function done(command: string[], env: Record<string, string | undefined> = process.env): Promise<void> {
  const child = Bun.spawn(command, { env, stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' })
  await child.exited
}
