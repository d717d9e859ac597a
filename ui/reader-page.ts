import type { Component } from './html'
import { lazyPage } from './lazy-page'

/** The reader fills the window and is a chunk of its own. */
const loadReader = () => import('./pages/reader/reader').then((m) => m.ReaderPage)
export const ReaderPage: Component = lazyPage(loadReader)
export const READER = '/read/:issue_id'

/** Fetches the reader ahead, where its button is about to be pressed. */
export function preloadReader(): void {
  void loadReader().catch(() => undefined)
}
