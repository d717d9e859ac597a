import { join } from 'node:path'
import { encodePng } from '../../../base/platform/png-writer'
import type { Files } from '../../../base/platform/ports'
import { startTalking, type TalkingProgram } from '../../../base/platform/talking-program'
import { drawIcon } from './icon'
import type { Icon, OpenIcon } from './keep-icon'
import { MAC_SCRIPT } from './mac-script'
import type { TrayCommand, TrayView } from './tray-view'

/** Two pixels per point, as on most Macs. */
const SIZE = 36

interface Deps {
  files: Files
  /** The folder of the file that the script reads; may be deleted at any time. */
  folder: string
  start?: (command: string[]) => TalkingProgram
}

/** An item in the menu bar of macOS, shown by `osascript`. */
export function macIcon({ files, folder, start = startTalking }: Deps): OpenIcon {
  const state = join(folder, 'tray.json')
  let written = Promise.resolve()
  const write = async ({ mood, tip, menu }: TrayView) => {
    await files.makeFolder(folder, 0o700)
    const picture = join(folder, `tray-${mood}.png`)
    if (!(await files.stat(picture))) await files.write(picture, encodePng(drawIcon(mood, SIZE), SIZE))
    await files.write(state, JSON.stringify({ picture, tip, menu }))
  }
  return async (first, chosen): Promise<Icon> => {
    await write(first)
    const program = start(['/usr/bin/osascript', '-l', 'JavaScript', '-e', MAC_SCRIPT, state])
    return {
      show(view) {
        written = written.then(() => write(view)).catch(() => program.kill()) // the shown view would be outdated
      },
      close: () => program.kill(),
      ended: listen(program, chosen),
    }
  }
}

async function listen(program: TalkingProgram, chosen: (command: TrayCommand) => void): Promise<string> {
  for await (const line of program.lines) if (line !== '') chosen(line as TrayCommand)
  return `osascript ended with ${await program.ended}.`
}
