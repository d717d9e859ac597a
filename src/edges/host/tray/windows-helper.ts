import { encodeFrame, readFrames } from '../../../base/platform/frames'
import { type NativeLine, NotifyIcon } from '../../../base/platform/notify-icon'
import type { Clock } from '../../../base/platform/ports'
import type { TrayOrder, TrayReport } from './helper-messages'
import { asBgra, drawIcon } from './icon'
import type { MenuLine, TrayCommand, TrayView } from './tray-view'

interface Deps {
  /** Standard input: frames from the parent. */
  input: AsyncIterable<Uint8Array>
  /** Standard output. */
  write(frame: Uint8Array): Promise<void>
  clock: Pick<Clock, 'after'>
}

/** Longest delay of a click: Windows messages and the parent's frames are polled in turn. */
const PUMP_MS = 40

/** The process started with `--tray-helper` on Windows. It is separate because an open menu blocks its thread. */
export async function serveTray({ input, write, clock }: Deps): Promise<void> {
  let view: TrayView | undefined
  const ended = new AbortController()
  const say = (chosen: TrayCommand) =>
    void write(encodeFrame({ chosen } satisfies TrayReport)).catch(() => ended.abort())
  const icon = new NotifyIcon({
    clicked: () => say('open'),
    leaving: () => say('quit'),
    chosen(id) {
      const line = view?.menu.find((each) => each.id === id)
      if (line && 'command' in line && line.command !== null) say(line.command)
    },
  })
  const pumping = (async () => {
    while (!ended.signal.aborted) {
      icon.pump()
      await clock.after(PUMP_MS, ended.signal)
    }
  })()
  try {
    for await (const { header } of readFrames(input)) {
      const order = header as TrayOrder
      if ('close' in order) break
      view = order.view
      const pixels = asBgra(drawIcon(view.mood, icon.size))
      icon.set({ pixels, tip: view.tip, lines: view.menu.map(native) })
    }
  } finally {
    ended.abort()
    await pumping
    icon.close()
  }
}

function native(line: MenuLine): NativeLine {
  if ('isSeparator' in line) return { id: line.id }
  return { id: line.id, label: line.label, isGrey: line.command === null, isTicked: line.ticked === true }
}
