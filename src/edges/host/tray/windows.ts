import type { Child, Clock, Processes } from '../../../base/platform/ports'
import { CLOSE, type TrayOrder, type TrayReport } from './helper-messages'
import type { Icon, OpenIcon } from './keep-icon'
import type { TrayCommand } from './tray-view'

const ROLE = '--tray-helper'
/** An open menu blocks the helper, which may then miss the order to end. */
const LONGEST_CLOSE_MS = 2000

/** An icon in the notification area, shown by a helper process. */
export function windowsIcon({ processes, clock }: { processes: Pick<Processes, 'helper'>; clock: Clock }): OpenIcon {
  return async (_look, chosen): Promise<Icon> => {
    const child = processes.helper(ROLE)
    const send = (order: TrayOrder) => {
      try {
        child.send(order)
      } catch {
        // The helper has just ended; the next one gets the whole view.
      }
    }
    return {
      show: (view) => send({ view }),
      close() {
        send(CLOSE)
        void clock.after(LONGEST_CLOSE_MS).then(() => child.kill())
      },
      ended: listen(child, chosen),
    }
  }
}

async function listen(child: Child, chosen: (command: TrayCommand) => void): Promise<string> {
  try {
    for await (const { header } of child.frames) chosen((header as TrayReport).chosen)
  } catch {
    child.kill() // invalid output
  }
  const { code, signal } = await child.ended
  return `The helper ended with ${signal ?? code}.`
}
