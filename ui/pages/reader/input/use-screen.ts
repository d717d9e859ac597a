import { useEffect, useLayoutEffect, useState } from '../../../html'
import { theme } from '../../../state/theme'
import type { Ground } from '../layout/views'

export type FullScreen = { can: boolean; on: boolean; toggle: () => void }

export function useFullScreen(): FullScreen {
  const [on, setOn] = useState(() => Boolean(document.fullscreenElement))
  useEffect(() => {
    const change = () => setOn(Boolean(document.fullscreenElement))
    document.addEventListener('fullscreenchange', change)
    return () => document.removeEventListener('fullscreenchange', change)
  }, [])
  const toggle = () => {
    // Refused where the browser or the house it is built into says so; the page stays as it is.
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
    else void document.documentElement.requestFullscreen({ navigationUI: 'hide' }).catch(() => undefined)
  }
  return { can: Boolean(document.fullscreenEnabled), on, toggle }
}

/** Longer than anybody looks at one page: then the device was laid aside and may sleep. */
const LAID_ASIDE_MS = 10 * 60_000

/** Keeps the screen on while one reads. `page` is what shows that somebody does. */
export function useWakeLock(page: unknown): void {
  useEffect(() => {
    if (!navigator.wakeLock) return
    let lock: WakeLockSentinel | undefined
    let over = false
    const take = () => {
      if (over || document.visibilityState !== 'visible') return
      navigator.wakeLock.request('screen').then(
        (own) => {
          if (over) void own.release()
          lock = own
        },
        () => undefined, // A battery that runs low says no.
      )
    }
    const leave = () => {
      over = true
      void lock?.release()
    }
    take()
    document.addEventListener('visibilitychange', take)
    const timer = setTimeout(leave, LAID_ASIDE_MS)
    return () => {
      document.removeEventListener('visibilitychange', take)
      clearTimeout(timer)
      leave()
    }
  }, [page])
}

const COLOUR: Record<Ground, string> = { black: '#000000', dark: '#121316', paper: '#faf8f4', white: '#ffffff' }

/** What lies over the pages goes with their ground, whatever the theme of the house; so do the browser's own bars. */
export function useGround(ground: Ground): void {
  useLayoutEffect(() => {
    const meta = document.createElement('meta')
    meta.name = 'theme-color'
    meta.content = COLOUR[ground]
    document.head.prepend(meta)
    document.documentElement.dataset.theme = ground === 'paper' || ground === 'white' ? 'light' : 'dark'
    return () => {
      meta.remove()
      if (theme.peek() === 'system') delete document.documentElement.dataset.theme
      else document.documentElement.dataset.theme = theme.peek()
    }
  }, [ground])
}
