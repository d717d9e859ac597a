import type { Config } from '../config/config'

/** What somebody at this machine sees of Panelkeep without opening a page. */
export interface Glance {
  on_its_way: number
  attention: number
  is_scanning: boolean
  is_paused: boolean
  /** Why nothing is searched for by itself, if it is not. */
  held: string | undefined
}

interface Deps {
  config: Pick<Config, 'get' | 'save'>
  counts: () => { in_flight: number; attention: number }
  isScanning: () => boolean
  held: () => string | undefined
  scan: () => void
}

/** What the icon in the tray shows and does. */
export class TrayController {
  constructor(private readonly deps: Deps) {}

  glance(): Glance {
    const { config, counts, isScanning, held } = this.deps
    const { in_flight, attention } = counts()
    const is_paused = config.get('searching_paused')
    return { on_its_way: in_flight, attention, is_scanning: isScanning(), is_paused, held: held() }
  }

  scanLibrary(): void {
    this.deps.scan()
  }

  async pauseSearching(isPaused: boolean): Promise<void> {
    await this.deps.config.save({ searching_paused: isPaused })
  }
}
