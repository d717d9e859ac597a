import type { Component } from './html'
import { lazyPage } from './lazy-page'

/** The reader fills the window and is a chunk of its own. */
const loadReader = () => import('./pages/reader/reader').then((m) => m.ReaderPage)
export const LazyReaderPage: Component = lazyPage(loadReader)
export const READER = '/read/:issue_id'

/** Preloads the reader, for pages with a read button. */
export function preloadReader(): void {
  void loadReader().catch(() => undefined)
}
