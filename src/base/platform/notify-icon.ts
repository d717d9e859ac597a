import { JSCallback, ptr } from 'bun:ffi'
import { loadWin32, type Win32, wide } from './win32'

/** A menu item; one without a label is a separator. */
export interface NativeLine {
  id: number
  label?: string
  isGrey?: boolean
  isTicked?: boolean
}

interface Heard {
  /** The first mouse button was clicked. */
  clicked(): void
  /** A menu item was chosen. */
  chosen(id: number): void
  /** The user logs off, or the machine shuts down. */
  leaving(): void
}

const CLASS = 'PanelkeepTray'
const FROM_ICON = 0x8001 // WM_APP + 1
const [LEFT_UP, RIGHT_UP, QUERY_END, END] = [0x202, 0x205, 0x11, 0x16]
const [ADD, MODIFY, DELETE] = [0, 1, 2]
/** The message, the icon and the tip are set. */
const GIVEN = 1 | 2 | 4
const SMALL_ICON_WIDTH = 49
const ICON_VERSION = 0x0003_0000
const [GREYED, CHECKED, SEPARATOR] = [1, 8, 0x800]
/** The call returns the chosen item; either button chooses; the menu opens upwards. */
const TRACK = 0x100 | 2 | 0x20
const NOTIFY_DATA = 976
const TRY_EVERY = 50
const LONGEST_TIP = 127

/** An icon in the notification area of Windows. Everything happens on the thread that created it, while `pump` runs. */
export class NotifyIcon {
  /** The icon's width and height in pixels. */
  readonly size: number
  private readonly native: Win32
  private readonly window: bigint
  private readonly taskbarCreated: number
  private readonly procedure: JSCallback
  /** Texts and structures that Windows keeps pointers to. */
  private readonly kept: Buffer[] = []
  private icon = 0n
  private tip = ''
  private lines: NativeLine[] = []
  private isShown = false
  private isMenuDue = false
  /** Pump calls until the next attempt to add the icon. */
  private waiting = 0
  private readonly message = Buffer.alloc(48)

  /** Throws when Windows cannot create the window. */
  constructor(private readonly listener: Heard) {
    this.native = loadWin32()
    const { user } = this.native
    user.SetProcessDPIAware()
    this.size = user.GetSystemMetrics(SMALL_ICON_WIDTH) || 16
    this.taskbarCreated = user.RegisterWindowMessageW(this.keep(wide('TaskbarCreated')))
    this.procedure = new JSCallback(
      (window: bigint, kind: number, word: bigint, long: bigint) => this.receive(window, kind, word, long),
      { args: ['u64', 'u32', 'u64', 'i64'], returns: 'i64' },
    )
    this.window = this.makeWindow()
  }

  /** Shows or updates the icon. `pixels`: blue, green, red and alpha of `size` by `size`. */
  set({ pixels, tip, lines }: { pixels: Uint8Array; tip: string; lines: NativeLine[] }): void {
    const { user } = this.native
    const before = this.icon
    const resource = iconResource(pixels, this.size)
    const made = user.CreateIconFromResourceEx(ptr(resource), resource.length, 1, ICON_VERSION, this.size, this.size, 0)
    this.icon = BigInt(made)
    this.tip = tip
    this.lines = lines
    // At a login the taskbar may start later than Panelkeep: adding is then retried.
    this.isShown = this.tell(this.isShown ? MODIFY : ADD)
    if (before !== 0n) user.DestroyIcon(before)
  }

  /** Handles waiting messages. Blocks while the menu is open. */
  pump(): void {
    const { user } = this.native
    while (user.PeekMessageW(ptr(this.message), 0n, 0, 0, 1) !== 0) {
      user.TranslateMessage(ptr(this.message))
      user.DispatchMessageW(ptr(this.message))
    }
    if (this.icon !== 0n && !this.isShown && ++this.waiting % TRY_EVERY === 0) this.isShown = this.tell(ADD)
    if (!this.isMenuDue) return
    this.isMenuDue = false
    this.openMenu()
  }

  close(): void {
    this.tell(DELETE)
    this.native.user.DestroyWindow(this.window)
    if (this.icon !== 0n) this.native.user.DestroyIcon(this.icon)
    this.procedure.close()
  }

  private receive(window: bigint, kind: number, word: bigint, long: bigint): bigint {
    if (kind === FROM_ICON) {
      const event = Number(BigInt(long) & 0xffffn)
      if (event === LEFT_UP) this.listener.clicked()
      if (event === RIGHT_UP) this.isMenuDue = true // later: the menu runs its own message loop
      return 0n
    }
    if (kind === this.taskbarCreated) this.isShown = this.tell(ADD)
    if (kind === QUERY_END) return 1n
    if (kind === END && BigInt(word) !== 0n) this.listener.leaving()
    return BigInt(this.native.user.DefWindowProcW(window, kind, word, long))
  }

  private openMenu(): void {
    const { user } = this.native
    const menu = user.CreatePopupMenu()
    const texts: Buffer[] = []
    for (const { id, label, isGrey, isTicked } of this.lines) {
      const text = wide((label ?? '').replaceAll('&', '&&')) // a single & underlines the letter after it
      texts.push(text)
      const flags = label === undefined ? SEPARATOR : (isGrey ? GREYED : 0) | (isTicked ? CHECKED : 0)
      user.AppendMenuW(menu, flags, BigInt(id), ptr(text))
    }
    const at = Buffer.alloc(8)
    user.GetCursorPos(ptr(at))
    user.SetForegroundWindow(this.window) // otherwise the menu stays open when the user clicks elsewhere
    const chosen = user.TrackPopupMenu(menu, TRACK, at.readInt32LE(0), at.readInt32LE(4), 0, this.window, 0n)
    user.PostMessageW(this.window, 0, 0n, 0n)
    user.DestroyMenu(menu)
    if (chosen !== 0) this.listener.chosen(chosen)
  }

  private tell(what: number): boolean {
    const data = Buffer.alloc(NOTIFY_DATA) // NOTIFYICONDATAW
    data.writeUInt32LE(NOTIFY_DATA, 0)
    data.writeBigUInt64LE(this.window, 8)
    data.writeUInt32LE(1, 16)
    data.writeUInt32LE(GIVEN, 20)
    data.writeUInt32LE(FROM_ICON, 24)
    data.writeBigUInt64LE(this.icon, 32)
    data.write(this.tip.slice(0, LONGEST_TIP), 40, 'utf16le')
    return this.native.shell.Shell_NotifyIconW(what, ptr(data)) !== 0
  }

  /** Invisible: receives the messages of the icon, the taskbar and the end of the session. */
  private makeWindow(): bigint {
    const { user } = this.native
    const name = this.keep(wide(CLASS))
    const data = Buffer.alloc(80) // WNDCLASSEXW
    data.writeUInt32LE(80, 0)
    data.writeBigUInt64LE(BigInt(this.procedure.ptr as number), 8)
    data.writeBigUInt64LE(BigInt(name), 64)
    user.RegisterClassExW(this.keep(data))
    const window = BigInt(user.CreateWindowExW(0, name, name, 0, 0, 0, 0, 0, 0n, 0n, 0n, 0n))
    if (window === 0n) throw new Error('Windows gave no window for the icon in the tray.')
    return window
  }

  private keep(buffer: Buffer) {
    this.kept.push(buffer)
    return ptr(buffer)
  }
}

/**
 * An icon in the form that programs contain: a bitmap of twice its height, bottom row first, and a mask that covers
 * nothing.
 */
export function iconResource(pixels: Uint8Array, size: number): Buffer {
  const header = Buffer.alloc(40) // BITMAPINFOHEADER
  header.writeUInt32LE(40, 0)
  header.writeInt32LE(size, 4)
  header.writeInt32LE(size * 2, 8)
  header.writeUInt16LE(1, 12)
  header.writeUInt16LE(32, 14)
  const rows = Array.from({ length: size }, (_, row) => pixels.subarray((size - 1 - row) * size * 4, (size - row) * size * 4)) // biome-ignore format: one row of pixels a row
  return Buffer.concat([header, ...rows, Buffer.alloc(Math.ceil(size / 32) * 4 * size)])
}
