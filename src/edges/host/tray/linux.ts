import { connectUnix, type Stream, whoami } from '../../../base/platform/unix-stream'
import { busSocket, type MethodReply, SessionBus } from './dbus'
import type { Message } from './dbus-messages'
import { type Variant, variant } from './dbus-values'
import { asArgb, drawIcon } from './icon'
import type { Icon, OpenIcon } from './keep-icon'
import { LinuxMenu, MENU, properties } from './linux-menu'
import type { TrayView } from './tray-view'

/** An icon in the panels of Linux desktops: org.kde.StatusNotifierItem. */

const ITEM = 'org.kde.StatusNotifierItem'
const ITEM_PATH = '/StatusNotifierItem'
const MENU_PATH = '/MenuBar'
const WATCHER = 'org.kde.StatusNotifierWatcher'
/** Pixel sizes for ordinary and for dense screens. */
const SIZES = [22, 48]
const NO_PIXELS: unknown[] = []

interface Deps {
  env: Record<string, string | undefined>
  connect?: (path: string) => Promise<Stream>
}

/** Undefined without a session bus. */
export function linuxIcon({ env, connect = connectUnix }: Deps): OpenIcon | undefined {
  const socket = busSocket(env)
  if (socket === undefined) return undefined
  return async (first, chosen): Promise<Icon> => {
    const { uid, pid } = whoami()
    const bus = await SessionBus.open(await connect(socket), uid)
    const menu = new LinuxMenu(chosen)
    let view = first
    menu.set(first.menu)
    bus.answer((call) => (call.path === MENU_PATH ? menu.answer(call) : itemAnswer(call, view, chosen)))
    const name = `${ITEM}-${pid}-1`
    await bus.own(name)
    // The panel may start later than Panelkeep, and restart after a crash.
    const register = () =>
      bus
        .call({
          destination: WATCHER,
          path: '/StatusNotifierWatcher',
          interface: WATCHER,
          member: 'RegisterStatusNotifierItem',
          signature: 's',
          body: [name],
        })
        .catch(() => undefined) // no panel yet
    await bus.match(
      `type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='${WATCHER}'`,
      ({ member, body }) => {
        if (member === 'NameOwnerChanged' && body[0] === WATCHER && body[2] !== '') void register()
      },
    )
    await register()
    return {
      show(next) {
        const [isOtherMood, isOtherTip] = [next.mood !== view.mood, next.tip !== view.tip]
        view = next
        if (isOtherMood) bus.signal(ITEM_PATH, ITEM, 'NewIcon')
        if (isOtherTip) bus.signal(ITEM_PATH, ITEM, 'NewToolTip')
        if (menu.set(next.menu))
          bus.signal(MENU_PATH, MENU, 'LayoutUpdated', { signature: 'ui', body: [menu.revision, 0] })
      },
      close: () => bus.close(),
      ended: bus.ended,
    }
  }
}

function itemAnswer(call: Message, view: TrayView, chosen: (command: 'open') => void): MethodReply | undefined {
  if (call.interface === 'org.freedesktop.DBus.Properties') return properties(itemProperties(view), call)
  if (call.interface !== ITEM) return undefined
  if (call.member === 'Activate' || call.member === 'SecondaryActivate') chosen('open')
  return ['Activate', 'SecondaryActivate', 'ContextMenu', 'Scroll'].includes(call.member ?? '')
    ? { signature: '', body: [] }
    : undefined
}

function itemProperties({ mood, tip }: TrayView): Record<string, Variant> {
  const pixels = SIZES.map((size) => [size, size, asArgb(drawIcon(mood, size))])
  return {
    Category: variant('s', 'ApplicationStatus'),
    Id: variant('s', 'panelkeep'),
    Title: variant('s', 'Panelkeep'),
    Status: variant('s', 'Active'),
    WindowId: variant('i', 0),
    IconThemePath: variant('s', ''),
    IconName: variant('s', ''),
    IconPixmap: variant('a(iiay)', pixels),
    OverlayIconName: variant('s', ''),
    OverlayIconPixmap: variant('a(iiay)', NO_PIXELS),
    AttentionIconName: variant('s', ''),
    AttentionIconPixmap: variant('a(iiay)', NO_PIXELS),
    AttentionMovieName: variant('s', ''),
    ToolTip: variant('(sa(iiay)ss)', ['', NO_PIXELS, tip, '']),
    ItemIsMenu: variant('b', false), // a click opens the page
    Menu: variant('o', MENU_PATH),
  }
}
