import { between } from '../../../base/platform/clock'
import type { Clock, Log } from '../../../base/platform/ports'
import type { TrayCommand, TrayView } from './tray-view'

/** An icon in the tray. */
export interface Icon {
  show(view: TrayView): void
  close(): void
  /** Resolves with the reason when the icon disappears. */
  readonly ended: Promise<string>
}

/** Adds an icon to the tray; throws when that fails. */
export type OpenIcon = (view: TrayView, chosen: (command: TrayCommand) => void) => Promise<Icon>

export interface Tray {
  show(view: TrayView): void
  stop(): Promise<void>
}

const AGAIN_MS = [1000, 5000, 30_000]
/** An icon that lasted this long did not fail at its start. */
const LASTED_MS = 10 * 60_000

interface Deps {
  open: OpenIcon
  clock: Clock
  log: Pick<Log, 'info' | 'warn'>
  chosen: (command: TrayCommand) => void
}

/**
 * Keeps an icon in the tray. A lost icon is restored up to three times in a row; after that, Panelkeep runs without
 * one.
 */
export function keepIcon({ open, clock, log, chosen }: Deps, first: TrayView): Tray {
  const stopping = new AbortController()
  let view = first
  let icon: Icon | undefined

  /** Shows the icon until it disappears. Returns the reason. */
  const live = async () => {
    try {
      icon = await open(view, chosen)
      icon.show(view) // the view may have changed meanwhile
      if (stopping.signal.aborted) icon.close()
      return await icon.ended
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    } finally {
      icon = undefined
    }
  }
  const keep = async () => {
    for (let failures = 0; ; ) {
      const began = clock.now()
      const why = await live()
      if (stopping.signal.aborted) return
      failures = between(began, clock.now()) > LASTED_MS ? 1 : failures + 1
      const wait = AGAIN_MS[failures - 1]
      if (wait === undefined) return log.warn('tray', 'no tray icon', { why })
      log.info('tray', 'tray icon disappeared', { why, again_in_ms: wait })
      await clock.after(wait, stopping.signal)
      if (stopping.signal.aborted) return
    }
  }
  const kept = keep()
  return {
    show(next) {
      view = next
      icon?.show(next)
    },
    async stop() {
      stopping.abort()
      icon?.close()
      await kept
    },
  }
}
