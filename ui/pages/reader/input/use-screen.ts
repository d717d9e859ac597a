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
    // Browsers and embedding pages may refuse fullscreen; the reader then stays in the window.
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
    else void document.documentElement.requestFullscreen({ navigationUI: 'hide' }).catch(() => undefined)
  }
  return { can: Boolean(document.fullscreenEnabled), on, toggle }
}

/** Without a page turn for this long, the device may sleep. */
const LAID_ASIDE_MS = 10 * 60_000

/** Keeps the screen on while reading. A change of `page` shows that the user is reading. */
export function useWakeLock(page: unknown): void {
  useEffect(() => {
    if (!navigator.wakeLock) return
    let lock: WakeLockSentinel | undefined
    let over = false
    const requestLock = () => {
      if (over || document.visibilityState !== 'visible') return
      navigator.wakeLock.request('screen').then(
        (own) => {
          if (over) void own.release()
          lock = own
        },
        () => undefined, // The browser refuses on a low battery.
      )
    }
    const leave = () => {
      over = true
      void lock?.release()
    }
    requestLock()
    document.addEventListener('visibilitychange', requestLock)
    const timer = setTimeout(leave, LAID_ASIDE_MS)
    return () => {
      document.removeEventListener('visibilitychange', requestLock)
      clearTimeout(timer)
      leave()
    }
  }, [page])
}

const COLOUR: Record<Ground, string> = { black: '#000000', dark: '#121316', paper: '#faf8f4', white: '#ffffff' }

/** Controls over the pages, and the browser's own bars, match the page background instead of the theme. */
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
