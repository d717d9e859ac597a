import { pluralWords } from '../../../base/platform/words'
import type { Glance } from '../../system/tray-controller'

export type TrayCommand =
  | 'open'
  | 'scan'
  | 'pause'
  | 'resume'
  | 'attention'
  | 'logs'
  | 'start_at_login'
  | 'not_at_login'
  | 'quit'

/** `stopping`: Panelkeep is shutting down and serves no pages. */
export type Mood = 'idle' | 'working' | 'attention' | 'paused' | 'stopping'

interface Entry {
  /** Fixed for each place in the menu, so that an open menu stays valid when its content changes. */
  id: number
  label: string
  /** Null: a disabled line. */
  command: TrayCommand | null
  /** Absent: no check mark. */
  ticked?: boolean
}

export type MenuLine = Entry | { id: number; isSeparator: true }

/** All that the tray shows. */
export interface TrayView {
  mood: Mood
  tip: string
  menu: MenuLine[]
}

export interface TrayFacts extends Glance {
  /** Undefined when Panelkeep cannot start at login. */
  starts_at_login: boolean | undefined
}

export function trayViewOf(facts: TrayFacts): TrayView {
  return { mood: moodOf(facts), tip: tipOf(facts), menu: menuOf(facts) }
}

export const STOPPING_VIEW: TrayView = {
  mood: 'stopping',
  tip: 'Panelkeep: stopping',
  menu: [{ id: 1, label: 'Panelkeep is stopping', command: null }],
}

/** Items that need the user come first, since the icon shows one state. */
function moodOf({ attention, is_paused, holdReason, on_its_way, is_scanning }: TrayFacts): Mood {
  if (attention > 0) return 'attention'
  if (is_paused || holdReason !== undefined) return 'paused'
  return on_its_way > 0 || is_scanning ? 'working' : 'idle'
}

function tipOf({ attention, is_paused, holdReason, on_its_way, is_scanning }: TrayFacts): string {
  const parts = [
    ...(on_its_way > 0 ? [`${on_its_way} downloading`] : []),
    ...(attention > 0 ? [pluralWords(attention, '{count} needs attention', '{count} need attention')] : []),
    ...(is_scanning ? ['scanning the library'] : []),
    ...(is_paused ? ['searching is paused'] : holdReason === undefined ? [] : ['searching is on hold']),
  ]
  return `Panelkeep: ${parts.join(' · ') || 'idle'}`
}

function menuOf({ attention, is_paused, is_scanning, starts_at_login }: TrayFacts): MenuLine[] {
  return [
    { id: 1, label: 'Open Panelkeep', command: 'open' },
    attention > 0
      ? { id: 2, label: `Needs attention (${attention})`, command: 'attention' }
      : { id: 2, label: 'Nothing needs attention', command: null },
    { id: 3, isSeparator: true },
    is_scanning
      ? { id: 4, label: 'Scanning the library', command: null }
      : { id: 4, label: 'Scan library now', command: 'scan' },
    is_paused
      ? { id: 5, label: 'Resume searching', command: 'resume' }
      : { id: 5, label: 'Pause searching', command: 'pause' },
    { id: 6, isSeparator: true },
    { id: 7, label: 'Open logs folder', command: 'logs' },
    ...(starts_at_login === undefined
      ? []
      : [
          {
            id: 8,
            label: 'Start at login',
            command: starts_at_login ? 'not_at_login' : 'start_at_login',
            ticked: starts_at_login,
          } as const,
        ]),
    { id: 9, isSeparator: true },
    { id: 10, label: 'Quit', command: 'quit' },
  ]
}
