import type { Config } from '../config/config'
import type { Acquisition } from './acquisition'

const PAUSED = 'Searching is paused. It goes on when you resume it, in the tray or in the settings.'

interface Deps {
  config: Pick<Config, 'get' | 'onChange'>
  acquisition: Acquisition
  /** Hands on what had to wait. */
  resume: () => void
}

/** No automatic searches while the user has paused them. Grabs by hand still work. */
export function holdWhilePaused({ config, acquisition, resume }: Deps): void {
  const isPaused = () => config.get('searching_paused')
  acquisition.holdWhile(() => (isPaused() ? PAUSED : undefined))
  config.onChange((keys) => {
    if (keys.includes('searching_paused') && !isPaused()) resume()
  })
}
