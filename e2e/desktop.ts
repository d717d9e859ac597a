import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A virtual desktop: an X server, a session bus, a window manager and a panel with a tray in the upper left corner. */

const NEEDED = ['Xvfb', 'dbus-daemon', 'dbus-send', 'xfwm4', 'xdotool', 'import', 'convert'] as const
/** Height of the panel in pixels. */
const SIDE = 32
const READY_MS = 60_000
/** Returns when xfconfd has its name on the bus; it may take 100 seconds. */
const START_XFCONFD =
  'dbus-send --session --print-reply --reply-timeout=100000 --dest=org.freedesktop.DBus / ' +
  'org.freedesktop.DBus.StartServiceByName string:org.xfce.Xfconf uint32:0'

/** The missing programs for a desktop, including `more`. */
export const missingTools = (...more: string[]) => [...NEEDED, ...more].filter((name) => Bun.which(name) === null)

/** The panel only has a tray. */
const PANEL = `<?xml version="1.0" encoding="UTF-8"?>
<channel name="xfce4-panel" version="1.0">
  <property name="configver" type="int" value="2"/>
  <property name="panels" type="array">
    <value type="int" value="1"/>
    <property name="panel-1" type="empty">
      <property name="position" type="string" value="p=6;x=0;y=0"/>
      <property name="length" type="uint" value="100"/>
      <property name="position-locked" type="bool" value="true"/>
      <property name="size" type="uint" value="${SIDE}"/>
      <property name="plugin-ids" type="array"><value type="int" value="1"/></property>
    </property>
  </property>
  <property name="plugins" type="empty">
    <property name="plugin-1" type="string" value="systray"><property name="square-icons" type="bool" value="true"/></property>
  </property>
</channel>
`

export class Desktop {
  readonly folder = mkdtempSync(join(tmpdir(), 'panelkeep-desktop-'))
  private readonly running: Bun.Subprocess[] = []
  private panel: Bun.Subprocess | undefined
  env: Record<string, string> = {}
  /** The only icon of the tray: its centre and size. */
  place = { x: SIDE / 2, y: SIDE / 2, side: SIDE }

  static async begin(): Promise<Desktop> {
    const desktop = new Desktop()
    const { folder } = desktop
    const at = (...parts: string[]) => join(folder, ...parts)
    mkdirSync(at('run'), { mode: 0o700 })
    mkdirSync(at('bin'))
    mkdirSync(at('.config/xfce4/xfconf/xfce-perchannel-xml'), { recursive: true })
    writeFileSync(at('.config/xfce4/xfconf/xfce-perchannel-xml/xfce4-panel.xml'), PANEL)
    writeFileSync(at('bin/xdg-open'), `#!/bin/sh\necho "$1" >> '${at('opened')}'\n`)
    chmodSync(at('bin/xdg-open'), 0o755)
    // Before the bus starts: programs that it starts inherit this environment.
    desktop.env = {
      HOME: folder,
      XDG_CONFIG_HOME: at('.config'),
      XDG_RUNTIME_DIR: at('run'),
      PATH: `${at('bin')}:${process.env.PATH}`,
      LANG: 'C.UTF-8',
      // Otherwise the panel waits for two accessibility services that the bus has to start, up to 25 s for each.
      NO_AT_BRIDGE: '1',
    }
    const screen = desktop.spawn(['Xvfb', '-displayfd', '1', '-screen', '0', '900x600x24', '-nolisten', 'tcp'])
    desktop.env.DISPLAY = `:${await firstLine(screen.stdout)}`
    const bus = desktop.spawn(['dbus-daemon', '--session', '--nofork', '--print-address=1'])
    desktop.env.DBUS_SESSION_BUS_ADDRESS = await firstLine(bus.stdout)
    desktop.spawn(['xfwm4', '--compositor=off'])
    return desktop
  }

  /**
   * The panel reads its settings from xfconfd, which the bus starts on the first call. On a busy machine that call can
   * exceed its 25 s, and then the panel never draws anything. So xfconfd is started first.
   */
  async startPanel(): Promise<void> {
    await this.run(START_XFCONFD.split(' '))
    this.panel = this.spawn(['xfce4-panel'])
    await this.until('the panel is drawn', async () => (await this.corner()).some((byte) => byte > 0x80))
  }

  async killPanel(): Promise<void> {
    this.panel?.kill('SIGKILL')
    await this.panel?.exited
    await this.until('the panel is gone', async () => (await this.corner()).every((byte) => byte < 0x80))
  }

  /** Clicks on the icon: 1 left, 3 right. */
  async click(button: 1 | 3): Promise<void> {
    await this.clickAt(this.place.x, this.place.y, button)
  }

  async clickAt(x: number, y: number, button: 1 | 3 = 1): Promise<void> {
    await this.run(['xdotool', 'mousemove', `${x}`, `${y}`, 'sleep', '0.2', 'click', `${button}`])
  }

  /** Moves the pointer off the icon. */
  async pointAway(): Promise<void> {
    await this.run(['xdotool', 'mousemove', '600', '500'])
  }

  async keys(...names: string[]): Promise<void> {
    for (const name of names) await this.run(['xdotool', 'key', name, 'sleep', '0.1'])
  }

  /** Addresses and folders that were opened. */
  opened(): string[] {
    const path = join(this.folder, 'opened')
    return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
  }

  /** Whether the tray has an icon, grey or coloured. */
  async icon(): Promise<'none' | 'grey' | 'coloured'> {
    const pixels = await this.corner()
    const colours = []
    for (let at = 0; at < pixels.length; at += 3) colours.push([pixels[at]!, pixels[at + 1]!, pixels[at + 2]!] as const)
    if (!colours.some((each) => Math.max(...each) < 0x40)) return 'none'
    return colours.some((each) => Math.max(...each) - Math.min(...each) > 0x60) ? 'coloured' : 'grey'
  }

  /** Share of the icon in about this colour, from 0 to 1. */
  async share(...colour: [red: number, green: number, blue: number]): Promise<number> {
    const pixels = await this.corner()
    let alike = 0
    for (let at = 0; at < pixels.length; at += 3)
      if (colour.every((part, of) => Math.abs(pixels[at + of]! - part) < 0x30)) alike++
    return alike / (pixels.length / 3)
  }

  /** Whether a menu is open at `place`, which is dark without one; default: below the panel. */
  async hasMenu(place = `100x40+0+${SIDE + 8}`): Promise<boolean> {
    const pixels = await this.pixels(place)
    return pixels.some((_, at) => at % 3 === 0 && Math.min(pixels[at]!, pixels[at + 1]!, pixels[at + 2]!) > 0xc0)
  }

  async picture(path: string): Promise<void> {
    mkdirSync(dirname(path), { recursive: true })
    await this.run(['import', '-window', 'root', path])
  }

  async until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
    if (!(await this.within(READY_MS, holds))) throw new Error(`Timed out waiting until ${what}.`)
  }

  async end(): Promise<void> {
    for (const child of this.running.reverse()) child.kill('SIGKILL')
    await Promise.all(this.running.map((child) => child.exited))
    rmSync(this.folder, { recursive: true, force: true })
  }

  private async within(ms: number, holds: () => boolean | Promise<boolean>): Promise<boolean> {
    for (const end = performance.now() + ms; performance.now() < end; await Bun.sleep(100)) {
      if (await holds()) return true
    }
    return false
  }

  /** RGB at the icon; the panel is light, and an empty screen is black. */
  private corner(): Promise<Uint8Array> {
    const { x, y, side } = this.place
    return this.pixels(`${side}x${side - 2}+${x - side / 2}+${y - side / 2}`)
  }

  private async pixels(place: string): Promise<Uint8Array> {
    const path = join(this.folder, 'screen.png')
    await this.picture(path)
    const child = Bun.spawn(['convert', path, '-crop', place, '-depth', '8', 'rgb:-'], { stdout: 'pipe' })
    return new Uint8Array(await new Response(child.stdout).arrayBuffer())
  }

  /** Starts a program on this desktop; it is stopped with the desktop. */
  spawn(command: string[]): Bun.Subprocess<'ignore', 'pipe', 'ignore'> {
    const child = Bun.spawn(command, { env: this.env, stdin: 'ignore', stdout: 'pipe', stderr: 'ignore' })
    this.running.push(child)
    return child
  }

  private async run(command: string[]): Promise<void> {
    const child = Bun.spawn(command, { env: this.env, stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' })
    if ((await child.exited) !== 0) throw new Error(`${command.join(' ')} failed.`)
  }
}

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  let text = ''
  for await (const chunk of stream) {
    text += new TextDecoder().decode(chunk)
    if (text.includes('\n')) break
  }
  return text.split('\n')[0]!.trim()
}
