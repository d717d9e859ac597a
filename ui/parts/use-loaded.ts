import { useEffect, useState } from '../html'

/** Code that most visits do not need: loaded once it is due, undefined until then. Loaded again after a failure. */
export function useLoaded<T>(load: () => Promise<T>, isDue: boolean): T | undefined {
  const [loaded, setLoaded] = useState<{ code: T } | undefined>(undefined)
  useEffect(() => {
    if (isDue && !loaded) load().then((code) => setLoaded({ code }), () => undefined) // biome-ignore format: one line
  }, [isDue])
  return loaded?.code
}
