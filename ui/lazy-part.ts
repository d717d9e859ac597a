import { ErrorBoundary, lazy } from 'preact-iso'
import { type Component, html } from './html'

/** A part of a page, such as a dialog, whose code is loaded when it is first drawn. */
export function lazyPart<P extends object>(load: () => Promise<Component<P>>): Component<P> {
  const Part = lazy(load) as Component<P>
  return (props: P) => html`<${ErrorBoundary}><${Part} ...${props} /><//>`
}
