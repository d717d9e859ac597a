import { diskReason } from '../../../base/platform/disk-reason'
import { errorCode } from '../../../base/platform/error-code'
import type { Programs } from '../../../base/platform/ports'
import { asMarkup } from './deliver'
import type { Notice, TargetService } from './service'

/** The computer that Panelkeep runs on. */
export interface Machine {
  /** In Node's words: `linux`, `win32`, `darwin`. */
  platform: string
  /** Whether a popup is visible. */
  hasScreen: boolean
}

interface Call {
  command: string[]
  env: Record<string, string>
}

const TIMEOUT_MS = 20_000

/** The text is passed in the environment, so that no title of a release is run as a script. */
const TOAST = `
$ErrorActionPreference = 'Stop'
[void][Windows.UI.Notifications.ToastNotificationManager, Windows.UI.Notifications, ContentType = WindowsRuntime]
[void][Windows.Data.Xml.Dom.XmlDocument, Windows.Data.Xml.Dom.XmlDocument, ContentType = WindowsRuntime]
$kind = [Windows.UI.Notifications.ToastTemplateType]::ToastText02
$toast = [Windows.UI.Notifications.ToastNotificationManager]::GetTemplateContent($kind)
$texts = $toast.GetElementsByTagName('text')
[void]$texts.Item(0).AppendChild($toast.CreateTextNode($env:PANELKEEP_TITLE))
[void]$texts.Item(1).AppendChild($toast.CreateTextNode($env:PANELKEEP_BODY))
$app = '{1AC14E77-02E7-4E5D-B744-2EB1AE5198B7}\\WindowsPowerShell\\v1.0\\powershell.exe'
$popup = New-Object Windows.UI.Notifications.ToastNotification $toast
[Windows.UI.Notifications.ToastNotificationManager]::CreateToastNotifier($app).Show($popup)
`

const APPLESCRIPT = ['on run argv', 'display notification (item 2 of argv) with title (item 1 of argv)', 'end run']

const CALLS: Record<string, (notice: Pick<Notice, 'title' | 'body'>) => Call> = {
  linux: ({ title, body }) => ({
    // notify-send reads markup in the body, not in the title.
    command: ['notify-send', '--app-name=Panelkeep', '--icon=panelkeep', '--', title, asMarkup(body)],
    env: {},
  }),
  win32: ({ title, body }) => ({
    command: ['powershell.exe', '-NoProfile', '-NonInteractive', '-EncodedCommand', encoded(TOAST)],
    env: { PANELKEEP_TITLE: title, PANELKEEP_BODY: body },
  }),
  darwin: ({ title, body }) => ({
    command: ['/usr/bin/osascript', ...APPLESCRIPT.flatMap((line) => ['-e', line]), ...[title, body].map(noOption)],
    env: {},
  }),
}

/** Popups on the screen of the computer that Panelkeep runs on. */
export const desktop = ({ programs, machine }: { programs: Programs; machine: Machine }): TargetService => {
  const call = CALLS[machine.platform]
  return {
    label: 'Desktop',
    about: 'Shows notifications on the computer that Panelkeep runs on. On Linux this needs notify-send (libnotify).',
    fields: [],
    missing: () =>
      machine.hasScreen && call ? null : 'The computer that Panelkeep runs on has no desktop to show them on.',
    receiverOf: () => null,
    async send(_values, notice, signal) {
      if (!machine.hasScreen || !call)
        return { failure: 'The computer that Panelkeep runs on has no desktop to show them on.' }
      const { command, env } = call(notice)
      try {
        const { code, output } = await programs.run(command, { env, input: '', timeoutMs: TIMEOUT_MS, signal })
        if (code === 0) return { ok: 'A notification was shown on this computer.' }
        const last = output.trim().split('\n').at(-1) ?? ''
        return { failure: `${command[0]} ended with ${code ?? 'no answer'}${last === '' ? '' : `: ${last}`}.` }
      } catch (error) {
        if (errorCode(error) === 'ENOENT') return { failure: `${command[0]} is not installed on this computer.` }
        return { failure: `${command[0]} could not be started. ${diskReason(error)}` }
      }
    },
  }
}

/** Text that begins with a dash would be parsed as an option. */
const noOption = (text: string) => (text.startsWith('-') ? ` ${text}` : text)

/** PowerShell's -EncodedCommand: base64 of UTF-16. */
function encoded(script: string): string {
  return Buffer.from(script, 'utf16le').toString('base64')
}
