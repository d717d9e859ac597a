import type { Config } from '../../base/config/config'

/** The state that the tray icon shows. */
export interface Glance {
  on_its_way: number
  attention: number
  is_scanning: boolean
  is_paused: boolean
  /** Why automatic searches are paused; undefined while they run. */
  holdReason: string | undefined
}

interface Deps {
  config: Pick<Config, 'get' | 'save'>
  counts: () => { in_flight: number; attention: number }
  isScanning: () => boolean
  holdReason: () => string | undefined
  scan: () => void
}

/** State and commands of the tray icon. */
export class TrayController {
  constructor(private readonly deps: Deps) {}

  glance(): Glance {
    const { config, counts, isScanning, holdReason } = this.deps
    const { in_flight, attention } = counts()
    const is_paused = config.get('searching_paused')
    return { on_its_way: in_flight, attention, is_scanning: isScanning(), is_paused, holdReason: holdReason() }
  }

  scanLibrary(): void {
    this.deps.scan()
  }

  async pauseSearching(isPaused: boolean): Promise<void> {
    await this.deps.config.save({ searching_paused: isPaused })
  }
}
