import { useEffect, useState } from '../../html'

const LINE_PX = 140

/**
 * The section in view: the last one whose heading has passed the upper part of the window. `keys` are the ids of all,
 * with spaces between them.
 */
export function useSectionInView(keys: string): string {
  const [here, setHere] = useState('')
  useEffect(() => {
    const look = () => {
      const all = keys.split(' ').filter(Boolean)
      const passed = all.filter(
        (key) => (document.getElementById(key)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY) < LINE_PX,
      )
      const end = window.scrollY > 0 && window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2
      setHere((end ? all.at(-1) : (passed.at(-1) ?? all[0])) ?? '')
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [keys])
  return here
}

/** The anchor that the address names; empty for none, and for one that is no text, such as `#%`. */
export function anchorInAddress(): string {
  try {
    return decodeURIComponent(location.hash.slice(1))
  } catch {
    return ''
  }
}
