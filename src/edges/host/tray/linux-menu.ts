import type { MethodReply } from './dbus'
import type { Message } from './dbus-messages'
import { type Variant, variant } from './dbus-values'
import type { MenuLine, TrayCommand } from './tray-view'

/** The menu for panels: com.canonical.dbusmenu, version 3. */

export const MENU = 'com.canonical.dbusmenu'

const PROPERTIES: Record<string, Variant> = {
  Version: variant('u', 3),
  TextDirection: variant('s', 'ltr'),
  Status: variant('s', 'normal'),
  IconThemePath: variant('as', []),
}

const nothing: MethodReply = { signature: '', body: [] }
const LAYOUT = '(ia{sv}av)'

export class LinuxMenu {
  private lines: MenuLine[] = []
  /** Panels reload the menu when the revision grows. */
  revision = 1

  constructor(private readonly chosen: (command: TrayCommand) => void) {}

  /** False when nothing changed. */
  set(lines: MenuLine[]): boolean {
    if (JSON.stringify(lines) === JSON.stringify(this.lines)) return false
    this.lines = lines
    this.revision++
    return true
  }

  answer({ interface: of, member, body }: Message): MethodReply | undefined {
    if (of === 'org.freedesktop.DBus.Properties') return properties(PROPERTIES, { member, body })
    if (of !== MENU) return undefined
    switch (member) {
      case 'GetLayout':
        return { signature: `u${LAYOUT}`, body: [this.revision, this.layout(body[0] as number)] }
      case 'GetGroupProperties':
        return { signature: 'a(ia{sv})', body: [this.several(body[0] as number[])] }
      case 'GetProperty':
        return { signature: 'v', body: [this.property(body[0] as number, body[1] as string)] }
      case 'Event':
        this.happened(body[0] as number, body[1] as string)
        return nothing
      case 'EventGroup':
        for (const [id, kind] of body[0] as [number, string][]) this.happened(id, kind)
        return { signature: 'ai', body: [[]] }
      case 'AboutToShow':
        return { signature: 'b', body: [false] }
      case 'AboutToShowGroup':
        return { signature: 'aiai', body: [[], []] }
      default:
        return undefined
    }
  }

  private happened(id: number, kind: string): void {
    const line = this.lines.find((each) => each.id === id)
    if (kind === 'clicked' && line && 'command' in line && line.command !== null) this.chosen(line.command)
  }

  private layout(id: number): unknown[] {
    if (id !== 0) return [id, this.shown(id), []]
    const lines = this.lines.map((line) => variant(LAYOUT, [line.id, this.shown(line.id), []]))
    return [0, [['children-display', variant('s', 'submenu')]], lines]
  }

  private several(ids: readonly number[]): unknown[] {
    const all = ids.length > 0 ? ids : this.lines.map(({ id }) => id)
    return all.map((id) => [id, this.shown(id)])
  }

  private property(id: number, name: string): Variant {
    const found = this.shown(id).find(([key]) => key === name)
    if (!found) throw new Error(`Line ${id} of the menu has no ${name}.`)
    return found[1]
  }

  private shown(id: number): [string, Variant][] {
    const line = this.lines.find((each) => each.id === id)
    if (!line) return []
    if ('isSeparator' in line) return [['type', variant('s', 'separator')]]
    return [
      ['label', variant('s', line.label.replaceAll('_', '__'))], // a single underscore underlines the next letter
      ['enabled', variant('b', line.command !== null)],
      ...(line.ticked === undefined
        ? []
        : ([
            ['toggle-type', variant('s', 'checkmark')],
            ['toggle-state', variant('i', line.ticked ? 1 : 0)],
          ] as [string, Variant][])),
    ]
  }
}

/** The replies of org.freedesktop.DBus.Properties for an object. */
export function properties(
  all: Record<string, Variant>,
  { member, body }: Pick<Message, 'member' | 'body'>,
): MethodReply | undefined {
  if (member === 'GetAll') return { signature: 'a{sv}', body: [Object.entries(all)] }
  const one = member === 'Get' ? all[body[1] as string] : undefined
  return one && { signature: 'v', body: [one] }
}
