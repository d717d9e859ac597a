import './together.css'
import { OpeningContext } from '../api/opening'
import { type ComponentChildren, html, useEffect, useLayoutEffect, useMemo, useRef, useState } from '../html'

/** A query that takes longer than this does not keep the others from the screen. */
const MOST_MS = 3_000

export type TogetherProps = {
  /** The placeholder until then, in the shape of the content. */
  outline: ComponentChildren
  children?: ComponentChildren
}

/** Draws its children when all their first answers are here, so that nothing moves as one after the other arrives. */
export function Together({ outline, children }: TogetherProps) {
  const [ready, setReady] = useState<boolean | undefined>(undefined)
  const waiting = useRef(new Set<string>())
  const opening = useMemo(() => {
    const register = (key: string, waits: boolean) => {
      if (waits) waiting.current.add(key)
      else if (waiting.current.delete(key) && waiting.current.size === 0) setReady(true)
    }
    return { register }
  }, [])
  // The children have registered their queries. If all have answers, as after Back, no placeholder is drawn.
  useLayoutEffect(() => {
    setReady(waiting.current.size === 0)
  }, [])
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), MOST_MS)
    return () => clearTimeout(timer)
  }, [])
  return html`
    ${ready === false && outline}
    <${OpeningContext.Provider} value=${opening}>
      <div class="together" hidden=${ready === false}>${children}</div>
    <//>
  `
}

/** Inside `Together`: children with their own placeholders, which `Together` does not wait for. */
export function NotTogether({ children }: { children?: ComponentChildren }) {
  return html`<${OpeningContext.Provider} value=${undefined}>${children}<//>`
}
