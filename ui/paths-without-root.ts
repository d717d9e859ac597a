import type { Context } from 'preact'
import { LocationProvider, useLocation } from 'preact-iso'
import { type ComponentChildren, html, useMemo } from './html'
import { withoutRoot, withRoot } from './root'

/** Removes the base path of a proxy from the address that pages see. */
export function PathsWithoutRoot({ children }: { children?: ComponentChildren }) {
  const outside = useLocation()
  const here = useMemo(
    () => ({
      ...outside,
      url: withoutRoot(outside.url),
      path: withoutRoot(outside.path),
      route: (url: string, replace?: boolean) => outside.route(withRoot(url), replace),
    }),
    [outside],
  )
  return html`<${LocationContext.Provider} value=${here}>${children}<//>`
}

/** preact-iso stores its context here, but its types leave that out. */
const LocationContext = (LocationProvider as unknown as { ctx: Context<ReturnType<typeof useLocation>> }).ctx
